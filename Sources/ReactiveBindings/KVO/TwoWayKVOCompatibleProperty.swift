#if canImport(ObjectiveC)
public import Foundation
public import ReactiveCore

/// An object whose `value` reads and writes a behavior, for key-value observing and Cocoa bindings.
///
/// ```swift
/// import Foundation
/// import ReactiveBindings
///
/// let name = OpenBehavior("Ada")
/// let property = makeTwoWayKVOCompatible(name)
/// property.value = "Grace"
/// print(name)  // Grace
/// ```
///
/// Create it with ``makeTwoWayKVOCompatible(_:)``. A write of `value` writes the behavior, and notifies observers of
/// `value` once before it returns. An observer's own write reaches the behavior at once, and `value` after the running
/// notification. A duplicate notifies no observer.
///
/// A value of a wrong type, or nil for a non-optional behavior, is logged and not written. Then, and when the behavior
/// corrects a value, observers are notified that `value` is unchanged, so that the writing control shows it again.
///
/// Ownership, isolation, cost, tested systems and source are those of ``KVOCompatibleProperty``.
public final class TwoWayKVOCompatibleProperty: NSObject {
  private let state: KVOState<NSObject>

  /// The behavior's value in Objective-C, such as an `NSNumber` for an `Int`; nil for nil. Writing it writes the
  /// behavior.
  @objc public dynamic var value: Any? {
    get { state.value }
    set { state.write(newValue) }
  }

  fileprivate init(_ state: KVOState<NSObject>) {
    self.state = state
    super.init()
    state.shell = self
  }

  /// False for `value`, which notifies by hand.
  public override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != #keyPath(value) && super.automaticallyNotifiesObservers(forKey: key)
  }
}

extension TwoWayKVOCompatibleProperty: KVOShell {}

/// Makes a ``TwoWayKVOCompatibleProperty`` of `parentProperty`.
///
/// Stops with a message at the first value, initial or later, that cannot be an `NSObject`: a Swift struct without a
/// counterpart in Objective-C.
public func makeTwoWayKVOCompatible<Value>(_ parentProperty: OpenBehavior<Value>) -> TwoWayKVOCompatibleProperty {
  TwoWayKVOCompatibleProperty(
    KVOState(.sharing(parentProperty, bridge: objectiveCObject)) { NSLog("%@", $0 as NSString) })
}
#endif
