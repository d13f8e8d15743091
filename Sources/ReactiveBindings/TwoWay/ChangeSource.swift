public import ReactiveCore

/// How a property of an object tells that it has changed, for a two-way binding.
///
/// ```swift
/// final class TextField {
///   var text = ""
///   var onEdit: () -> Void = {}
/// }
/// let field = TextField()
/// let name = OpenBehavior("Ada")
/// name.bindTwoWay(
///   to: \.text, on: field,
///   changes: .callback { field, changed in
///     field.onEdit = changed
///     return Subscription { field.onEdit = {} }
///   })
/// field.text = "Grace"
/// field.onEdit()
/// print(name)  // Grace
/// ```
///
/// The property is read when it tells; so it does not matter what the announcement carries, or whether it comes for a
/// write of the binding, too. It does nothing until it is given to a binding. Cost: one closure.
public struct ChangeSource<Target: AnyObject, Value> {
  let observe:
    (
      _ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value>, _ willChange: @escaping () -> Void,
      _ changed: @escaping () -> Void
    ) -> Subscription

  /// Changes that an event tells of, whatever its payload.
  public static func event<Payload>(_ stream: EventStream<Payload>) -> ChangeSource {
    ChangeSource { target, _, _, changed in stream.sink(with: target) { _, _ in changed() } }
  }

  /// Changes that a callback tells of.
  ///
  /// `register` is called once, when the binding begins. It sees to it that the closure which it is given is called after
  /// each change, and returns what ends that. The object must not be captured, unless weakly: it is handed in.
  public static func callback(
    _ register: @escaping (_ target: Target, _ changed: @escaping () -> Void) -> Subscription
  ) -> ChangeSource {
    ChangeSource { target, _, _, changed in register(target, changed) }
  }
}
