public import ReactiveCore

infix operator <- : AssignmentPrecedence

/// Which property of a target follows what: a line of a block of bindings, `\.text <- title`.
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
/// It does nothing until it is bound with ``bind(_:_:)``; it can be bound to several targets. It keeps alive what the
/// property follows. Cost: one closure.
public struct PropertyBinding<Target: AnyObject> {
  @usableFromInline let bind: (Target) -> Subscription

  @inlinable @inline(__always)
  init<Value>(
    _ write: @escaping (Target, Value) -> Void,
    _ bind: @escaping (Target, @escaping (Target, Value) -> Void) -> Subscription
  ) { self.bind = { bind($0, write) } }
}

/// The property is equal to the behavior, now and on every change.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Value: Equatable>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepCompared($0, write: $1) } }

/// The property is equal to the behavior, now and on every change.
@inlinable @inline(__always)
@_disfavoredOverload
public func <- <Target: AnyObject, Value>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepUncompared($0, write: $1) } }

/// The optional property is equal to the behavior, now and on every change.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Value: Equatable>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepCompared($0, write: $1) } }

/// The optional property is equal to the behavior, now and on every change.
@inlinable @inline(__always)
@_disfavoredOverload
public func <- <Target: AnyObject, Value>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { behavior.keepUncompared($0, write: $1) } }

/// The property gets every payload from now on.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Payload>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Payload>, stream: EventStream<Payload>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { stream.sink(with: $0, $1) } }

/// The optional property gets every payload from now on.
@inlinable @inline(__always)
public func <- <Target: AnyObject, Payload>(
  keyPath: consuming ReferenceWritableKeyPath<Target, Payload?>, stream: EventStream<Payload>
) -> PropertyBinding<Target> { PropertyBinding(writing(keyPath)) { stream.sink(with: $0, $1) } }

/// Not possible: the property cannot be written.
@available(*, unavailable, message: "this property cannot be written from here")
@_disfavoredOverload
public func <- <Target: AnyObject, Value>(
  keyPath: KeyPath<Target, Value>, behavior: Behavior<Value>
) -> PropertyBinding<Target> { stop("unavailable") }
