public import ReactiveCore

infix operator <- : AssignmentPrecedence

/// A property of a target and its source: a line of a binding block, `\.text <- title`.
///
/// ```swift
/// final class Label {
///   var text = ""
///   var isHidden = false
/// }
/// let label = Label()
/// let title = OpenBehavior("Home")
/// let binding: PropertyBinding<Label> = \.text <- title
/// let subscription = bind(label) { binding }
/// print(label.text)  // Home
/// subscription.cancel()
/// ```
///
/// It does nothing until it is bound with ``bind(_:_:)``, and can be bound to several targets. It retains the source.
/// Cost: one closure.
public struct PropertyBinding<Target: AnyObject> {
  @usableFromInline let bind: (Target) -> Subscription

  @inlinable @inline(__always)
  init<Value>(
    _ write: @escaping (Target, Value) -> Void,
    _ bind: @escaping (Target, @escaping (Target, Value) -> Void) -> Subscription
  ) { self.bind = { bind($0, write) } }
}

/// Keeps the property equal to the behavior.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Value: Equatable>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepCompared($0, write: $1) } }

/// Keeps the property equal to the behavior.
@inlinable @inline(__always)
@_disfavoredOverload
public func <- <Target: AnyObject, Value>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepUncompared($0, write: $1) } }

/// Keeps the optional property equal to the behavior.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Value: Equatable>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepCompared($0, write: $1) } }

/// Keeps the optional property equal to the behavior.
@inlinable @inline(__always)
@_disfavoredOverload
public func <- <Target: AnyObject, Value>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepUncompared($0, write: $1) } }

/// Writes every payload to the property.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Payload>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Payload>, stream: EventStream<Payload>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { stream.sink(with: $0, $1) } }

/// Writes every payload to the optional property.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Payload>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Payload?>, stream: EventStream<Payload>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { stream.sink(with: $0, $1) } }

/// Unavailable: the property cannot be written.
@available(*, unavailable, message: "this property cannot be written from here")
@_disfavoredOverload
public func <- <Target: AnyObject, Value>(
  keyPath: KeyPath<Target, Value>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { stop("unavailable") }
