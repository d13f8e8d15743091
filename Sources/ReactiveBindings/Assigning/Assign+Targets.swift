public import ReactiveCore

extension Behavior {
  /// Keeps a property of each of `targets` equal to this behavior, now and on every change.
  ///
  /// ```swift
  /// final class Label {
  ///   var text = ""
  /// }
  /// let labels = [Label(), Label()]
  /// let title = OpenBehavior("Home")
  /// let subscription = title.assign(to: \.text, onEach: labels)
  /// print(labels.map(\.text))  // ["Home", "Home"]
  /// subscription.cancel()
  /// ```
  ///
  /// The bindings are made in order, and the subscription ends them all.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value>, onEach targets: [Target]
  ) -> Subscription where Value: Equatable { keepCompared(targets, write: writing(keyPath)).handedOut() }

  /// Keeps a property of each of `targets` equal to this behavior.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value>, onEach targets: [Target]
  ) -> Subscription { keepUncompared(targets, write: writing(keyPath)).handedOut() }

  /// Keeps an optional property of each of `targets` equal to this behavior.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, onEach targets: [Target]
  ) -> Subscription where Value: Equatable { keepCompared(targets, write: writing(keyPath)).handedOut() }

  /// Keeps an optional property of each of `targets` equal to this behavior.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, onEach targets: [Target]
  ) -> Subscription { keepUncompared(targets, write: writing(keyPath)).handedOut() }

  /// Keeps a property of each of `targets` equal to the result of `transform`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject, Written: Equatable>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, onEach targets: [Target],
    _ transform: @escaping (Value) -> Written
  ) -> Subscription { keep(targets, by: .equal(), transform, write: writing(keyPath)).handedOut() }

  /// Keeps a property of each of `targets` equal to the result of `transform`.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject, Written>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, onEach targets: [Target],
    _ transform: @escaping (Value) -> Written
  ) -> Subscription { keep(targets, by: .identity(), transform, write: writing(keyPath)).handedOut() }

  @inlinable @inline(__always)
  final func keepCompared<Target: AnyObject>(
    _ targets: [Target], write: @escaping (Target, Value) -> Void
  ) -> Subscription where Value: Equatable { Subscription(of: targets.map { keepCompared($0, write: write) }) }

  @inlinable @inline(__always)
  final func keepUncompared<Target: AnyObject>(
    _ targets: [Target], write: @escaping (Target, Value) -> Void
  ) -> Subscription { Subscription(of: targets.map { keepUncompared($0, write: write) }) }

  @inlinable @inline(__always)
  final func keep<Target: AnyObject, Written>(
    _ targets: [Target], by test: some EqualityTest<Written>, _ transform: @escaping (Value) -> Written,
    write: @escaping (Target, Written) -> Void
  ) -> Subscription { Subscription(of: targets.map { keep($0, by: test, transform, write: write) }) }
}

extension EventStream {
  /// Writes every payload to a property of each of `targets`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Payload>, onEach targets: [Target]
  ) -> Subscription {
    let write = writing(keyPath) as (Target, Payload) -> Void
    return Subscription(of: targets.map { sink(with: $0, write) })
  }

  /// Writes every payload to an optional property of each of `targets`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Payload?>, onEach targets: [Target]
  ) -> Subscription {
    let write = writing(keyPath) as (Target, Payload) -> Void
    return Subscription(of: targets.map { sink(with: $0, write) })
  }
}
