internal import Combine
public import Foundation

open class Person: NSObject {
  @objc open dynamic var name: NSString?
  @objc public dynamic var age = 0
  @objc public dynamic var email: String?
  open override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { ["age"] }
  open override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
}

@objcMembers open class Box<Value>: NSObject {
  public dynamic var count = 0
  private var stored: Value
  public init(_ value: Value) {
    stored = value
    super.init()
  }
  open override func value(forUndefinedKey key: String) -> Any? { stored }
  open override func setValue(_ value: Any?, forUndefinedKey key: String) {
    willChangeValue(forKey: "value")
    if let value = value as? Value { stored = value }
    didChangeValue(forKey: "value")
  }
}

public final class Watcher: NSObject {
  private var observation: NSKeyValueObservation?
  private var kept: AnyCancellable?
  private var seen: [String] = []

  public func attach(_ person: Person) {
    observation = person.observe(\.age, options: [.new, .old]) { person, change in
      let age: Int? = change.newValue
      print(age ?? 0, person.name ?? "", change.kind == .setting, change.isPrior)
    }
    kept = person.publisher(for: \.age, options: []).sink { NSLog("%@", "\($0)" as NSString) }
    unsafe person.addObserver(self, forKeyPath: #keyPath(Person.name), options: [.new, .initial], context: nil)
    person.setValue(3, forKey: "age")
    print(person.value(forKeyPath: "age") as? Int ?? 0, person.value(forKey: "email") is NSNull)
    person.removeObserver(self, forKeyPath: "name")
    observation?.invalidate()
  }

  public override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    guard keyPath == "name" else {
      unsafe super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      return
    }
    if let name = change?[.newKey] as? String { seen.append(name) }
  }
}
