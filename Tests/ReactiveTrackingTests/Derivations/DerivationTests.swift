import ReactiveTracking
import Testing

/// What counts as a change of a derivation, by the kind of its value. Each derives half a number: from 2 to 3 the half
/// stays.
@Suite("Derivation")
struct DerivationTests {
  private let number = atom(2)
  private func half() -> Int { number.value / 2 }

  /// The number of runs of an effect of `derivation` when the half stays the same, and when it changes.
  private func runsOfEffect<Value>(reading derivation: Derivation<Value>) -> [Int] {
    number.value = 2
    return [
      runs(reading: { _ = derivation.value }, on: { number.value = 3 }),
      runs(reading: { _ = derivation.value }, on: { number.value = 4 }),
    ]
  }

  @Test("values that can be compared are cut by ==, others not at all")
  func values() {
    #expect(runsOfEffect(reading: derive { half() }) == [0, 1])
    #expect(runsOfEffect(reading: Derivation { half() }) == [0, 1])
    #expect(runsOfEffect(reading: derive { Loose(half()) }) == [1, 1])
    #expect(runsOfEffect(reading: Derivation { Loose(half()) }) == [1, 1])
  }

  @Test("objects are cut by identity, or by == if they have it")
  func objects() {
    let instances = (0..<3).map { _ in Instance() }
    #expect(runsOfEffect(reading: derive { instances[half()] }) == [0, 1])
    #expect(runsOfEffect(reading: Derivation { instances[half()] }) == [0, 1])
    #expect(runsOfEffect(reading: derive { () -> Instance in half() > 0 ? Instance() : instances[0] }) == [1, 1])
    #expect(runsOfEffect(reading: derive { Account(half()) }) == [0, 1])
    #expect(runsOfEffect(reading: Derivation { Account(half()) }) == [0, 1])
  }

  @Test("objects that may be missing are cut as the objects are, and nil by nil")
  func optionals() {
    let instance = Instance()
    func token() -> Instance? { half() == 1 ? nil : instance }
    #expect(runsOfEffect(reading: derive { token() }) == [0, 1])
    #expect(runsOfEffect(reading: Derivation { token() }) == [0, 1])
    func account() -> Account? { half() == 0 ? nil : Account(half()) }
    #expect(runsOfEffect(reading: derive { account() }) == [0, 1])
    #expect(runsOfEffect(reading: Derivation { account() }) == [0, 1])
  }

  @Test("a test of one's own is given the old and the new value, and decides")
  func ownTest() {
    var asked: [[Int]] = []
    let derivation = derive(
      isDuplicate: { old, new in
        asked.append([old.number, new.number])
        return old.number == new.number
      },
      { Loose(half()) })
    #expect(runsOfEffect(reading: derivation) == [0, 1])
    #expect(asked == [[1, 1], [1, 2]])
  }

  @Test("a derivation counts as changed when the program reports its mutation to a runtime")
  func mutated() {
    var value = 1
    let derivation = derive { value }
    let count = runs(
      reading: { _ = derivation.value },
      on: {
        value = 2
        Runtime.current.didMutate(derivation)
      })
    #expect(count == 1)
    #expect(derivation.value == 2)
  }

  @Test("objects are cut by identity however they are held, in generic code, too")
  func heldObjects() {
    let (one, two) = (Instance(), Instance())
    func check<Value>(_ hold: @escaping (Instance) -> Value) {
      func pick() -> Value { hold(half() == 1 ? one : two) }
      for derivation in [derive { pick() }, Derivation { pick() }] {
        #expect(runsOfEffect(reading: derivation) == [0, 1], "\(Value.self)")
      }
      #expect(runsOfEffect(reading: derive { half() == 1 ? nil : hold(two) }) == [0, 1], "\(Value.self)?")
    }
    check { $0 }
    check { $0 as any Delegate }
    check { $0 as AnyObject }
    check { $0 as Any }
    #expect(runsOfEffect(reading: derive { () -> any Delegate in half() == 1 ? one : two }) == [0, 1])
    #expect(runsOfEffect(reading: derive { half() as Any }) == [1, 1])
  }
}
