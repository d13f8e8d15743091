#if canImport(ObjectiveC)
public import Foundation
public import ReactiveCore

/// An object whose `value` is that of a behavior, and can be written, for key-value observing and Cocoa bindings.
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
/// Made by ``makeTwoWayKVOCompatible(_:)``. A written value is written to the behavior, and the observers of `value`
/// have been notified when the write returns, once. A value of a wrong type, or nil where the behavior has no optional,
/// is logged and not written; then, as when the behavior corrects a value, the observers are notified that `value` is
/// what it was, so that the control that wrote shows it again. An equal value notifies no observer. A value that an
/// observer writes is written to the behavior at once, and can be read here when all observers have been notified of
/// the one before.
///
/// It keeps the behavior alive, which does not keep it, and belongs to the behavior's isolation: write it there. Cost:
/// about 1,000 bytes. This class was compiled for Apple's systems, but never run on one; what it does is done, and
/// tested, without Objective-C. From Yoyo.
public final class TwoWayKVOCompatibleProperty: NSObject {
  private let state: KVOState<NSObject>

  /// What stands for the behavior's value: an `NSNumber` for an `Int`, and so on; nil for nil. Writing it writes the
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

  /// False for `value`, which notifies by itself.
  public override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != #keyPath(value) && super.automaticallyNotifiesObservers(forKey: key)
  }
}

extension TwoWayKVOCompatibleProperty: KVOShell {}

/// Makes an object whose `value` is that of `parentProperty`, both ways, for key-value observing and Cocoa bindings.
///
/// Optionals are nil when the behavior's value is, and take nil. Stops with a message at the first value, in creation
/// or later, that cannot be an `NSObject`: a Swift struct without a counterpart in Objective-C. See
/// ``TwoWayKVOCompatibleProperty``.
public func makeTwoWayKVOCompatible<Value>(_ parentProperty: OpenBehavior<Value>) -> TwoWayKVOCompatibleProperty {
  TwoWayKVOCompatibleProperty(
    KVOState(.sharing(parentProperty, bridge: objectiveCObject)) { NSLog("%@", $0 as NSString) })
}
#endif
