import ReactiveTracking
import Testing

@Suite("Tracked graphs: exclusivity")
struct TrackedExclusivityTests {
  @Test("an observer and an effect read, write, observe and cancel the very atom that they follow")
  func atoms() {
    final class Model {
      @Atom var count = 0
      var log: [Int] = []
      var subscription: Subscription?
      var effect: Effect?
    }
    let model = Model()
    model.subscription = model.$count.sink { [unowned model] value in
      model.log.append(model.count)
      if value == 1 {
        model.$count.observe { model.log.append(-$0) }
        model.count += 1
      } else {
        model.subscription?.cancel()
      }
    }
    model.effect = Effect { [unowned model] in
      if model.count == 2 {
        model.count += 1
        model.effect?.cancel()
      }
    }
    model.count = 1
    #expect(model.count == 3)
    #expect(model.log.first == 1 && model.log.contains(-1) && model.log.last == -3)
    model.count = 2
    #expect(model.count == 2)
  }

  @Test("in a local and in place, too")
  func local() {
    @Atom var list = [1]
    var seen: [[Int]] = []
    let effect = Effect {
      seen.append(list)
      if list.count < 3 { list.append(list.count) }
    }
    list[0] = 7
    #expect(seen.last == [7, 1, 2])
    withExtendedLifetime(effect) {}
  }
}
