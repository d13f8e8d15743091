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

  /// The same with `target`, for as long as `target` lives, too.
  ///
  /// The target is held weakly and handed to the closure, which need not capture it. Without an implementation of your
  /// own, the entry of a dead target stays, and does nothing, until its keeper goes.
  func keepUpToDate<Target: AnyObject>(
    dependencies: [any BehaviorProtocol], with target: Target, updater: @escaping (Target) -> Void)
}

extension Updating {
  /// Calls `updater` with `target` now and after each change, for as long as both live.
  public func keepUpToDate<Target: AnyObject>(
    dependencies: [any BehaviorProtocol], with target: Target, updater: @escaping (Target) -> Void
  ) {
    keepUpToDate(dependencies: dependencies) { [weak target] in
      if let target { updater(target) }
    }
  }
}
