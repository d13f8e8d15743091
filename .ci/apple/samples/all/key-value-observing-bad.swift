internal import Foundation

class Generic<Value>: NSObject {
  @objc dynamic var value: Value  // expect-error: cannot be represented in Objective-C
  init(_ value: Value) { self.value = value }
}

extension Generic {
  @objc func told() {}  // expect-error: extensions of generic classes cannot contain '@objc' members
}

final class Person: NSObject {
  var plain = 0
  @objc dynamic var pair: (Int, Int) = (0, 0)  // expect-error: cannot be represented in Objective-C
  func attach() {
    _ = #keyPath(Person.plain)  // expect-error: argument of '#keyPath' refers to non-'@objc' property
    addObserver(self, forKeyPath: 3, options: [], context: nil)  // expect-error: cannot convert value of type 'Int'
    removeObserver(self, path: "plain")  // expect-error: incorrect argument label
  }
  override func didChangeValue(forKey key: Int) {}  // expect-error: does not override
}
