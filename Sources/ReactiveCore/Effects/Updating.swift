/// An object that keeps others up to date as long as it lives.
///
/// `Updater` of ReactiveDerived is one. Write code for any of them, like the key-path bindings of ReactiveBindings:
///
/// ```swift
/// extension Updating {
///   func log(_ behavior: Behavior<Int>) {
///     keepUpToDate(dependencies: [behavior]) { print(behavior.peek()) }
///   }
/// }
/// ```
///
/// The protocol connects independent layers. From Yoyo.
public protocol Updating: AnyObject {
  /// Calls `updater` now, and again after each change of one or more of `dependencies`, once per ``batch(_:)``.
  ///
  /// Other reads by `updater` are not tracked. It ends with its keeper, and waits while the keeper is paused.
  func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void)

  /// Calls `updater` with `owner` now, and again after each change of one or more of `dependencies`, as long as both
  /// live.
  ///
  /// The owner is held weakly and passed to the closure, which need not capture it. With the default implementation,
  /// the entry of a deallocated owner does nothing, but stays until its keeper ends.
  func keepUpToDate<Owner: AnyObject>(
    dependencies: [any BehaviorProtocol], with owner: Owner, updater: @escaping (Owner) -> Void)
}

extension Updating {
  /// Calls `updater` with `owner` now and after each change, as long as both live.
  public func keepUpToDate<Owner: AnyObject>(
    dependencies: [any BehaviorProtocol], with owner: Owner, updater: @escaping (Owner) -> Void
  ) {
    keepUpToDate(dependencies: dependencies) { [weak owner] in
      if let owner { updater(owner) }
    }
  }
}
