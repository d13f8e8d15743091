import ReactiveTracking
import Testing

@Suite("Tracked graphs: lazy")
struct TrackedLazyTests {
  @Test("a derivation that is neither read nor observed does not run; one that is read is cached, observed or not")
  func lazy() {
    let number = atom(1)
    var runs = 0
    let doubled = derive { () -> Int in
      runs += 1
      return number.value * 2
    }
    let above = derive { doubled.value + 1 }
    number.value = 2
    #expect(runs == 0)
    #expect([above.value, above.value, doubled.value] == [5, 5, 4])
    #expect(runs == 1)
    number.value = 3
    number.value = 4
    #expect(runs == 1)
    #expect(above.value == 9)
    #expect(runs == 2)
  }

  @Test("a wrapped one is lazy, too, in a local and in a class")
  func wrapped() {
    final class Model {
      var runs = 0
      @Atom var count = 1
      @Derived({ (me: Model) in me.text() }) var title: String
      func text() -> String {
        runs += 1
        return "\(count)"
      }
    }
    let model = Model()
    model.count = 2
    #expect(model.runs == 0)
    #expect([model.title, model.title] == ["2", "2"])
    #expect(model.runs == 1)
  }

  @Test("it is lazy again when its last reader has gone")
  func again() {
    let number = atom(1)
    var runs = 0
    let doubled = derive { () -> Int in
      runs += 1
      return number.value * 2
    }
    let effect = Effect { _ = doubled.value }
    number.value = 2
    #expect(runs == 2)
    effect.cancel()
    number.value = 3
    #expect(runs == 2)
    #expect(doubled.value == 6)
  }
}
