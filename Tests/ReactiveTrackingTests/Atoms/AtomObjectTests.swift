import ReactiveTracking
import Testing

/// `@Atom`'s tests, for atoms without a declaration.
@Suite("AtomObject")
struct AtomObjectTests {
  @Test("values that can be compared are cut by ==, others not at all")
  func values() {
    let number = atom(1)
    #expect(runs(reading: { _ = number.value }, on: { number.value = 1 }) == 0)
    #expect(runs(reading: { _ = number.value }, on: { number.value = 2 }) == 1)
    let loose = atom(Loose(1))
    #expect(runs(reading: { _ = loose.value }, on: { loose.value = Loose(1) }) == 1)
  }

  @Test("objects are cut by identity, or by == if they have it")
  func objects() {
    let instance = Instance()
    let token = atom(instance)
    #expect(runs(reading: { _ = token.value }, on: { token.value = instance }) == 0)
    #expect(runs(reading: { _ = token.value }, on: { token.value = Instance() }) == 1)
    let account = atom(Account(1))
    #expect(runs(reading: { _ = account.value }, on: { account.value = Account(1) }) == 0)
    #expect(runs(reading: { _ = account.value }, on: { account.value = Account(2) }) == 1)
  }

  @Test("objects that may be missing are cut as the objects are, and nil by nil")
  func optionals() {
    let instance = Instance()
    let token = atom(instance as Instance?)
    #expect(runs(reading: { _ = token.value }, on: { token.value = instance }) == 0)
    #expect(runs(reading: { _ = token.value }, on: { token.value = nil }) == 1)
    #expect(runs(reading: { _ = token.value }, on: { token.value = nil }) == 0)
    let account = atom(Account(1) as Account?)
    #expect(runs(reading: { _ = account.value }, on: { account.value = Account(1) }) == 0)
    #expect(runs(reading: { _ = account.value }, on: { account.value = nil }) == 1)
  }

  @Test("nil after nil is no change, whatever the optional could hold: an effect that writes it settles")
  func nilByNil() {
    struct Plain { var number = 1 }
    let onTap = AtomObject<(() -> Void)?>(nil)
    let plain = AtomObject<Plain?>(nil)
    @Atom var property: (() -> Void)?
    let derived = derive { plain.value.map { _ in {} } }
    var runs = 0
    let effect = Effect {
      runs += 1
      _ = (onTap.value, plain.value, property, derived.value)
      onTap.value = nil
      plain.value = nil
      property = nil
    }
    #expect(runs == 1)
    plain.value = Plain()
    #expect(runs == 3)
    var changes = 0
    let watcher = watch(of: derived.value) { _, _ in changes += 1 }
    derived.run()
    #expect(changes == 0)
    withExtendedLifetime((effect, watcher)) {}
  }

  @Test("a test of one's own decides")
  func ownTest() {
    let loose = atom(Loose(1), isDuplicate: { old, new in new.number - old.number < 3 })
    #expect(runs(reading: { _ = loose.value }, on: { loose.value = Loose(3) }) == 0)
    #expect(runs(reading: { _ = loose.value }, on: { loose.value = Loose(6) }) == 1)
  }

  @Test("touch notifies though nothing was written")
  func touch() {
    let account = atom(Account(1))
    #expect(runs(reading: { _ = account.value }, on: { account.touch() }) == 1)
  }

  @Test("objects are cut by identity however they are held, in generic code, too")
  func heldObjects() {
    let (one, two) = (Instance(), Instance())
    func check<Value>(_ hold: (Instance) -> Value) {
      let (first, second) = (hold(one), hold(two))
      for token in [atom(first), AtomObject(first)] {
        #expect(runs(reading: { _ = token.value }, on: { token.value = first }) == 0, "\(Value.self)")
        #expect(runs(reading: { _ = token.value }, on: { token.value = second }) == 1, "\(Value.self)")
      }
      let maybe = atom(nil as Value?)
      #expect(runs(reading: { _ = maybe.value }, on: { maybe.value = nil }) == 0, "\(Value.self)?")
      #expect(runs(reading: { _ = maybe.value }, on: { maybe.value = first }) == 1, "\(Value.self)?")
      #expect(runs(reading: { _ = maybe.value }, on: { maybe.value = first }) == 0, "\(Value.self)?")
    }
    check { $0 }
    check { $0 as any Delegate }
    check { $0 as AnyObject }
    check { $0 as Any }
    let delegate = atom(one as any Delegate)
    #expect(runs(reading: { _ = delegate.value }, on: { delegate.value = one }) == 0)
    let any = atom(1 as Any)
    #expect(runs(reading: { _ = any.value }, on: { any.value = 1 }) == 1)
    let empty = atom(nil as Instance?)
    #expect(runs(reading: { _ = empty.value }, on: { empty.value = nil }) == 0)
  }
}
