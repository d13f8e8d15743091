import ReactiveTestSupport
import ReactiveTracking
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("Tracked graphs: cycles")
struct TrackedCyclesTests {
  @Test("a derivation that needs its own value stops, and the message names the ring")
  func derivations() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let price = atom(1, name: "price")
      var tax: Derivation<Int>!
      let total = derive(name: "total") { price.value + tax.value }
      tax = derive(name: "tax") { total.value / 5 }
      print(total.value)
    }
    try expectStop(result, says: ["dependency cycle: total reads tax reads total."])
  }

  @Test("an effect that changes what it reads each time stops; one that comes to rest does not")
  func effects() async throws {
    let number = atom(0)
    let settling = Effect { if number.value < 10_000 { number.value += 1 } }
    #expect(number.value == 10_000)
    withExtendedLifetime(settling) {}
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = atom(0)
      let effect = Effect(name: "counting") { count.value += 1 }
      withExtendedLifetime(effect) {}
    }
    try expectStop(result, says: ["100000 rounds without settling: counting"])
  }
}
#endif
