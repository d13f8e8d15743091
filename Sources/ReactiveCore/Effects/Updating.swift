/// Something that keeps other things up to date for as long as it lives.
///
/// `Updater` of ReactiveDerived is one. Write code for any of them, as the key-path bindings of ReactiveBindings do:
///
/// ```swift
/// extension Updating {
///   func log(_ behavior: Behavior<Int>) {
///     keepUpToDate(dependencies: [behavior]) { print(behavior.peek()) }
///   }
/// }
/// ```
///
/// It is there so that layers that do not know each other can meet. From Yoyo.
public protocol Updating: AnyObject {
  /// Calls `updater` now, and again after each change of one or more of `dependencies`, once for a ``batch(_:)``.
  ///
  /// What `updater` reads beside them is not followed. It ends with its keeper, and waits while that is paused.
  func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void)

  /// Calls `updater` with `owner` now, and again after each change of one or more of `dependencies`, for as long as both
  /// live.
  ///
  /// The owner is held weakly and handed to the closure, which need not capture it. Without an implementation of your
  /// own, the entry of a dead owner stays, and does nothing, until its keeper goes.
  func keepUpToDate<Owner: AnyObject>(
    dependencies: [any BehaviorProtocol], with owner: Owner, updater: @escaping (Owner) -> Void)
}

extension Updating {
  /// Calls `updater` with `owner` now and after each change, for as long as both live.
  public func keepUpToDate<Owner: AnyObject>(
    dependencies: [any BehaviorProtocol], with owner: Owner, updater: @escaping (Owner) -> Void
  ) {
    keepUpToDate(dependencies: dependencies) { [weak owner] in
      if let owner { updater(owner) }
    }
  }
}
