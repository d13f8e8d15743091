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
/// Create it with ``makeKVOCompatible(_:)``. `value` changes when the behavior notifies its observers, with one
/// notification for each change. Derivations and effects do not track it.
///
/// A written value is ignored. If it is not the shown value, observers are notified once, so that a bound control reads
/// the shown one again. To write the behavior, use ``TwoWayKVOCompatibleProperty``.
///
/// It keeps the behavior alive, but not vice versa, and belongs to its isolation. Cost: about 1,000 bytes. Compiled for
/// Apple's systems, but never run there; its logic is tested without Objective-C. From Yoyo.
public final class KVOCompatibleProperty: NSObject {
  private let state: KVOState<NSObject>

  /// The behavior's value in Objective-C, such as an `NSNumber` for an `Int`; nil for nil.
  @objc public dynamic var value: AnyObject? {
    get { state.value }
    set { state.write(newValue) }
  }

  fileprivate init(_ state: KVOState<NSObject>) {
    self.state = state
    super.init()
    state.shell = self
  }

  /// False for `value`: Foundation would notify of every write, even an ignored one.
  public override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != #keyPath(value) && super.automaticallyNotifiesObservers(forKey: key)
  }
}

extension KVOCompatibleProperty: KVOShell {}

extension KVOShell where Self: NSObject {
  package func valueWillChange() { willChangeValue(forKey: "value") }
  package func valueDidChange() { didChangeValue(forKey: "value") }
}

/// Makes a ``KVOCompatibleProperty`` of `parentProperty`.
///
/// Stops with a message at the first value, initial or later, that cannot be an `NSObject`: a Swift struct without a
/// counterpart in Objective-C.
public func makeKVOCompatible<Value>(_ parentProperty: Behavior<Value>) -> KVOCompatibleProperty {
  KVOCompatibleProperty(KVOState(.following(parentProperty, bridge: objectiveCObject)))
}

/// The Objective-C object for `value`, if there is one.
func objectiveCObject(for value: Any) -> NSObject? {
  guard let object = value as? NSObject else { return nil }
  // Swift's box for a value without a counterpart.
  return String(describing: type(of: object)) == "__SwiftValue" ? nil : object
}
#endif
