import ReactiveTracking
import Testing

@Suite("Derivations that throw")
struct DerivationErrorsTests {
  private struct Failure: Error {}
  private struct Refusal: Error, Equatable { var number: Int }

  /// The number of runs of an effect of `derivation` when `number` changes from 2 to 3.
  private func runsOfEffect<Value>(_ number: AtomObject<Int>, reading derivation: Derivation<Value>) -> Int {
    number.value = 2
    return runs(reading: { _ = derivation.value }, on: { number.value = 3 })
  }

  @Test("a value is cut as its type says, an error if it can be compared")
  func cuts() {
    let number = atom(2)
    #expect(runsOfEffect(number, reading: deriveResult({ () throws(Failure) in number.value / 2 })) == 0)
    #expect(runsOfEffect(number, reading: deriveResult({ () throws(Failure) in Loose(number.value / 2) })) == 1)
    #expect(runsOfEffect(number, reading: deriveResult({ () throws(Refusal) in number.value / 2 })) == 0)

    func fail() throws(Failure) -> Int {
      _ = number.value
      throw Failure()
    }
    func refuse() throws(Refusal) -> Int { throw Refusal(number: number.value / 2) }
    #expect(runsOfEffect(number, reading: deriveResult(fail)) == 1)
    #expect(runsOfEffect(number, reading: deriveResult(refuse)) == 0)
  }

  @Test("get throws the error of the last run, or returns its value, without another run")
  func get() throws {
    let number = atom(-1)
    var count = 0
    let loose = deriveResult({ () throws(Refusal) -> Loose in
      count += 1
      if number.value < 0 { throw Refusal(number: number.value) }
      return Loose(number.value)
    })
    #expect(throws: Refusal(number: -1)) { try loose.get() }
    #expect(throws: Refusal(number: -1)) { try loose.get() }
    #expect(count == 1)
    number.value = 4
    #expect(try loose.get().number == 4)
    #expect(count == 2)
  }

  @Test("successes that are objects are cut by identity, and failures always count")
  func objects() {
    struct Failure: Error {}
    let number = atom(2)
    let instance = Instance()
    let result = deriveResult { () throws(Failure) -> any Delegate in
      if number.value > 9 { throw Failure() }
      return instance
    }
    let read = { _ = result.value }
    #expect(runs(reading: read, on: { number.value = 3 }) == 0)
    #expect(runs(reading: read, on: { number.value = 10 }) == 1)
    #expect(runs(reading: read, on: { number.value = 11 }) == 1)
  }
}
