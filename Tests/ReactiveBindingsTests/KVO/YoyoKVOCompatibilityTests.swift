// Tests: KVOCompatibleProperty, TwoWayKVOCompatibleProperty, KeyValueChanges

import ReactiveBindings
import ReactiveTestSupport
import Testing

/// Yoyo's own tests of its KVO properties, as far as they need no Objective-C. `KVOConversionTests` tests that a type
/// that cannot be shown stops the process.
@Suite("Yoyo's tests of KVO compatible properties")
struct YoyoKVOCompatibilityTests {
  @Test("a property follows its parent, and can be observed")
  func oneWay() {
    let property = OpenBehavior(3)
    let kvo = KVOProbe(following: property)
    #expect(kvo.value == .number(3))
    var changes = 0
    kvo.observers = [{ _ in changes += 1 }]
    #expect(changes == 0)
    property.value = 42
    #expect(changes == 1)
    #expect(kvo.value == .number(42))
  }

  @Test("a two-way property follows its parent, and can be observed")
  func twoWay() {
    let property = OpenBehavior(3)
    let kvo = KVOProbe(sharing: property)
    #expect(kvo.value == .number(3))
    var changes = 0
    kvo.observers = [{ _ in changes += 1 }]
    property.value = 42
    #expect(changes == 1)
    #expect(kvo.value == .number(42))
  }

  @Test("a two-way property writes its parent")
  func writable() {
    let property = OpenBehavior(3)
    let kvo = KVOProbe(sharing: property)
    var changes = 0
    property.onChange { changes += 1 }
    kvo.write(42)
    #expect(changes == 1)
    #expect(property.value == 42)
  }

  @Test("a two-way property ignores an invalid value")
  func invalidValue() {
    final class Anything {}
    let property = OpenBehavior(3)
    let kvo = KVOProbe(sharing: property)
    var changes = 0
    property.onChange { changes += 1 }
    kvo.write(Anything())
    #expect(changes == 0)
    #expect(property.value == 3)
  }

  @Test("a parent may begin with nil, and become nil")
  func nilableParent() {
    let property = OpenBehavior<Int?>(nil)
    let kvo = KVOProbe(following: property)
    #expect(kvo.value == nil)
    property.value = 3
    #expect(kvo.value == .number(3))
    property.value = nil
    #expect(kvo.value == nil)
  }

  @Test("a two-way property of a parent that may be nil can be written, and be set to nil")
  func nilableTwoWay() {
    let property = OpenBehavior<Int?>(nil)
    let kvo = KVOProbe(sharing: property)
    kvo.write(3)
    #expect(property.value == 3)
    kvo.write(nil)
    #expect(property.value == nil)
  }

  @Test("an object that has both goes with both")
  func deallocates() {
    final class Owner {
      let property = OpenBehavior(false)
      let oneWay: KVOState<Bool>
      let twoWay: KVOState<Bool>
      init() {
        oneWay = KVOState(.following(property) { $0 as? Bool })
        twoWay = KVOState(.sharing(property) { $0 as? Bool })
      }
    }
    var owner: Owner? = Owner()
    @Weak var weakOwner = owner
    @Weak var weakProperty = owner?.property
    @Weak var weakOneWay = owner?.oneWay
    @Weak var weakTwoWay = owner?.twoWay
    #expect(weakOneWay?.value == false)
    owner = nil
    #expect(weakOwner == nil && weakProperty == nil && weakOneWay == nil && weakTwoWay == nil)
  }

  @Test("a property of a derivation of a property of another object keeps no cycle alive")
  func derivation() {
    final class Base {
      let property = OpenBehavior(false)
    }
    final class Owner {
      let base: Base
      let derived: ComputedBehavior<Bool>
      let kvo: KVOState<Bool>
      init(_ base: Base) {
        self.base = base
        let property = base.property
        derived = ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line) {
          !property.value
        }
        kvo = KVOState(.following(derived) { $0 as? Bool })
      }
    }
    var base: Base? = Base()
    @Weak var weakBase = base
    var owner: Owner? = Owner(base!)
    @Weak var weakOwner = owner
    @Weak var weakKVO = owner?.kvo
    #expect(owner?.kvo.value == true)
    base?.property.value = true
    #expect(owner?.kvo.value == false)
    base = nil
    #expect(weakBase != nil && weakKVO != nil)
    owner = nil
    #expect(weakOwner == nil && weakBase == nil && weakKVO == nil)
  }
}
