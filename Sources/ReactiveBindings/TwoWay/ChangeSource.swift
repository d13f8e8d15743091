public import ReactiveCore

/// How a property of an object announces that it has changed, for a two-way binding.
///
/// ```swift
/// final class TextField {
///   var text = ""
///   var onEdit: () -> Void = {}
/// }
/// extension ChangeSource<TextField, String> {
///   static var edits: ChangeSource { .callback(\.onEdit) }
/// }
/// let field = TextField()
/// let name = OpenBehavior("Ada")
/// name.bindTwoWay(to: \.text, on: field, changes: .edits)
/// field.text = "Grace"
/// field.onEdit()
/// print(name)  // Grace
/// ```
///
/// The property is read at each announcement; so it does not matter what the announcement carries, or whether it is one
/// of a write of the binding. A change source does nothing until it is given to a binding, and can be given to several.
/// Define it once for a class, as above; for a class of the main actor, as a `@MainActor static var`. Cost: one
/// closure.
public struct ChangeSource<Target: AnyObject, Value> {
  let observe:
    (
      _ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value>, _ willChange: @escaping () -> Void,
      _ changed: @escaping () -> Void
    ) -> Subscription

  /// Changes that an event of the object announces, whatever its payload.
  public static func event<Payload, Stream: EventStream<Payload>>(
    _ keyPath: KeyPath<Target, Stream>
  ) -> ChangeSource {
    ChangeSource { target, _, _, changed in target[keyPath: keyPath].sink(with: target) { _, _ in changed() } }
  }

  /// Changes that an event announces, whatever its payload and whatever object has it.
  public static func event<Payload>(_ stream: EventStream<Payload>) -> ChangeSource {
    ChangeSource { target, _, _, changed in stream.sink(with: target) { _, _ in changed() } }
  }

  /// Changes that a callback of the object announces.
  ///
  /// The binding takes the callback: what it called before is not called any more, and only the binding that takes it
  /// last is notified. When the binding ends, the callback stays, and does nothing. An object with several properties
  /// that are bound needs an event, or the form with closures.
  public static func callback(_ keyPath: ReferenceWritableKeyPath<Target, () -> Void>) -> ChangeSource {
    callback { target, changed in target[keyPath: keyPath] = changed }
  }

  /// Changes that an optional callback of the object announces. The binding sets the callback.
  public static func callback(_ keyPath: ReferenceWritableKeyPath<Target, (() -> Void)?>) -> ChangeSource {
    callback { target, changed in target[keyPath: keyPath] = changed }
  }

  /// Changes that a callback announces.
  ///
  /// ```swift
  /// final class Slider {
  ///   var position = 0.0
  ///   var onMove: ((Double) -> Void)?
  /// }
  /// let slider = Slider()
  /// let volume = OpenBehavior(0.5)
  /// volume.bindTwoWay(
  ///   to: \.position, on: slider,
  ///   changes: .callback { slider, changed in slider.onMove = { _ in changed() } })
  /// slider.position = 0.7
  /// slider.onMove?(0.7)
  /// print(volume)  // 0.7
  /// ```
  ///
  /// `register` is called once, when the binding begins: from then on its closure is to be called after each change.
  /// Once the binding has ended, the closure does nothing. `unregister` is called then, if the object still lives.
  /// Neither may capture the object, which is handed in.
  public static func callback(
    _ register: @escaping (_ target: Target, _ changed: @escaping () -> Void) -> Void,
    unregister: @escaping (_ target: Target) -> Void = { _ in }
  ) -> ChangeSource {
    ChangeSource { target, _, _, changed in
      register(target, changed)
      return Subscription { [weak target] in
        if let target { unregister(target) }
      }
    }
  }
}
