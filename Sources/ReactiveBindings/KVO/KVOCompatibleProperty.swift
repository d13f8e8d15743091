#if canImport(ObjectiveC)
public import Foundation
public import ReactiveCore

/// An object whose `value` follows a behavior, for key-value observing and Cocoa bindings.
///
/// ```swift
/// import Foundation
/// import ReactiveBindings
///
/// final class Inbox: NSObject {
///   let unread = OpenBehavior(3)
///   @objc lazy var unreadKVO = makeKVOCompatible(unread)
/// }
/// let inbox = Inbox()
/// let observation = inbox.unreadKVO.observe(\.value) { property, _ in print(property.value as? Int ?? 0) }
/// inbox.unread.value = 4  // prints "4"
/// observation.invalidate()
/// ```
///
/// Made by ``makeKVOCompatible(_:)``. `value` changes when the behavior notifies its observers, with one notification
/// for each change: sent by hand, since Foundation would send one for every write, even for one that is ignored. It is
/// not tracked by derivations and effects. A written value is ignored; if it is not the one that is shown, observers
/// are notified once, so that a control that is bound to it reads the right one again. Use
/// ``TwoWayKVOCompatibleProperty`` to write the behavior.
///
/// It keeps the behavior alive, which does not keep it, and belongs to the behavior's isolation: use it there. Cost:
/// about 1,000 bytes. This class was compiled for Apple's systems, but never run on one; what it does is done, and
/// tested, without Objective-C. From Yoyo.
public final class KVOCompatibleProperty: NSObject {
  private let state: KVOState<NSObject>

  /// What stands for the behavior's value: an `NSNumber` for an `Int`, and so on; nil for nil.
  @objc public dynamic var value: AnyObject? {
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

extension KVOCompatibleProperty: KVOShell {}

extension KVOShell where Self: NSObject {
  package func valueWillChange() { willChangeValue(forKey: "value") }
  package func valueDidChange() { didChangeValue(forKey: "value") }
}

/// Makes an object whose `value` follows `parentProperty`, for key-value observing and Cocoa bindings.
///
/// Optionals are nil when the behavior's value is. Stops with a message at the first value, in creation or later, that
/// cannot be an `NSObject`: a Swift struct without a counterpart in Objective-C. See ``KVOCompatibleProperty``.
public func makeKVOCompatible<Value>(_ parentProperty: Behavior<Value>) -> KVOCompatibleProperty {
  KVOCompatibleProperty(KVOState(.following(parentProperty, bridge: objectiveCObject)))
}

/// What stands for `value` in Objective-C; nil if nothing does.
func objectiveCObject(for value: Any) -> NSObject? {
  guard let object = value as? NSObject else { return nil }
  // The box that Swift puts a value into which has no counterpart.
  return String(describing: type(of: object)) == "__SwiftValue" ? nil : object
}
#endif
