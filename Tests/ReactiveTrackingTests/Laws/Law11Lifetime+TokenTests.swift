import ReactiveCore
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("A token keeps a derivation")
struct TokenLawTests {
  @Test("kept, it goes on; cancelled, it ends, with what it is made of")
  func keeps() {
    let live = LiveCount()
    let count = AtomObject(1)
    for cancels in [false, true] {
      var log: [Int] = []
      var token: Subscription?
      do {
        let tracked = live.make()
        let doubled = derive { () -> Int in
          tracked.touch()
          return count.value * 2
        }
        token = derive { doubled.value + 1 }.observe { log.append($0) }
      }
      count.value += 1
      #expect(log.count == 2)
      #expect(live.alive == 1)
      if cancels { token?.cancel() } else { token = nil }
      #expect(live.alive == 0)
      count.value += 1
      #expect(log.count == 2)
    }
  }

  @Test("an atom is not kept by tokens")
  func atoms() {
    weak var weakCount: AtomObject<Int>?
    var token: Subscription?
    do {
      let count = AtomObject(1)
      weakCount = count
      token = count.observe { _ in }
    }
    #expect(weakCount == nil)
    #expect(token?.isCancelled == true)
  }

  @Test("tokens made and dropped in effects, derivations and scopes leave nothing")
  func inside() {
    let live = LiveCount()
    let count = AtomObject(1)
    var log: [Int] = []
    let token = Box<Subscription?>(nil)
    let effect = Effect {
      let tracked = live.make()
      let base = count.value
      token.value = derive { () -> Int in
        tracked.touch()
        return base + count.value
      }.observe { log.append($0) }
    }
    for _ in 0..<3 { count.value += 1 }
    #expect(live.alive == 1)
    token.value = nil
    #expect(live.alive == 0)
    effect.cancel()
  }

  #if DEBUG
  @Test("the statement gets a hint; derivations of objects and locals do not")
  func hints() {
    final class Screen {
      @Atom var count = 1
      @Derived({ (me: Screen) in "Count: \(me.count)" }) var title: String
      init() { $title.observe { _ in } }
    }
    let count = AtomObject(1)
    let hints = Diagnostics.collect {
      derive { count.value * 2 }.sink { _ in }
      _ = Screen()
      let screen = Screen()
      screen.count = 2
      do {
        let doubled = derive { count.value * 2 }
        doubled.sink { _ in }
        let effect = Effect { _ = doubled.value }
        withExtendedLifetime(effect) {}
      }
    }
    #expect(hints.count == 1)
    #expect(hints.first?.contains("\(#fileID):\(#line - 12)") == true)
  }
  #endif
}
