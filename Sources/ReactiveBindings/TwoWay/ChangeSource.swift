public import ReactiveCore

/// How an object's property announces its changes to a two-way binding.
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
/// The binding reads the property at each announcement, whatever its payload and cause. A change source does nothing
/// until a binding uses it, and several can.
///
/// Define it once for a class, as above; for a class of the main actor, as a `@MainActor static var`. Cost: one
/// closure.
public struct ChangeSource<Target: AnyObject, Value> {
  let observe:
    (
      _ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value>, _ willChange: @escaping () -> Void,
      _ changed: @escaping () -> Void
    ) -> Subscription

  /// Changes announced by an event of the object, whatever its payload.
  ///
  /// An event triggered in a batch or a delivery arrives after it. If that also writes the behavior, the side written
  /// first may win: then use a callback, which announces at once.
  public static func event<Payload, Stream: EventStream<Payload>>(
    _ keyPath: KeyPath<Target, Stream>
  ) -> ChangeSource {
    ChangeSource { target, _, _, changed in target[keyPath: keyPath].sink(with: target) { _, _ in changed() } }
  }

  /// Changes announced by an event, whatever its payload and owner.
  public static func event<Payload>(_ stream: EventStream<Payload>) -> ChangeSource {
    ChangeSource { target, _, _, changed in stream.sink(with: target) { _, _ in changed() } }
  }

  /// Changes announced by a callback of the object.
  ///
  /// The binding replaces the callback: the previous one is no longer called, and only the last binding is notified.
  /// After the binding ends, its callback does nothing. For several bound properties of an object, use an event or the
  /// form with closures.
  public static func callback(_ keyPath: ReferenceWritableKeyPath<Target, () -> Void>) -> ChangeSource {
    callback { target, changed in target[keyPath: keyPath] = changed }
  }

  /// Changes announced by an optional callback of the object. The binding replaces the callback.
  public static func callback(_ keyPath: ReferenceWritableKeyPath<Target, (() -> Void)?>) -> ChangeSource {
    callback { target, changed in target[keyPath: keyPath] = changed }
  }

  /// Changes announced by a callback.
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
  /// `register` is called once, when the binding begins. Call its closure after each change. After the binding ends, it
  /// does nothing, and `unregister` is called if the object still exists. Neither closure may capture the object.
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
