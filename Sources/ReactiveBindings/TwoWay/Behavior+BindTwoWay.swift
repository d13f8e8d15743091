public import ReactiveCore

extension Behavior {
  /// Unavailable: the behavior cannot be written.
  @available(*, unavailable, message: "only what can be written is bound two ways: an OpenBehavior, such as $ of @Pub")
  @_disfavoredOverload
  public final func bindTwoWay(to other: OpenBehavior<Value>) -> Subscription { stop("unavailable") }

  /// Unavailable: the behavior cannot be written.
  @available(*, unavailable, message: "only what can be written is bound two ways: an OpenBehavior, such as $ of @Pub")
  @_disfavoredOverload
  public final func bindTwoWay<Target: AnyObject>(
    to keyPath: KeyPath<Target, Value>, on target: Target, changes: ChangeSource<Target, Value>
  ) -> Subscription { stop("unavailable") }
}

extension OpenBehavior {
  /// Unavailable: the property cannot be written.
  @available(*, unavailable, message: "this property cannot be written from here")
  @_disfavoredOverload
  public final func bindTwoWay<Target: AnyObject>(
    to keyPath: KeyPath<Target, Value>, on target: Target, changes: ChangeSource<Target, Value>
  ) -> Subscription { stop("unavailable") }
}
