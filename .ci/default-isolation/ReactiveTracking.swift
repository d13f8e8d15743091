import ReactiveTracking

final class Counter {
  @Atom var count = 0
  @Derived({ (me: Counter) in me.count.isMultiple(of: 2) ? "even" : "odd" }) var parity: String
  var log: [String] = []
  private var effect: Effect?

  init() { effect = Effect { [unowned self] in log.append(parity) } }
}

@main
struct Client {
  static let shared = atom(1)
  static let doubled = derive { shared.value * 2 }

  static func main() {
    let counter = Counter()
    counter.count = 1
    counter.count = 3
    let scope = EffectScope()
    var seen: [Int] = []
    scope.run {
      _ = Effect {
        seen.append(doubled.value)
        onCleanup { seen.append(-1) }
      }
    }
    shared.value = 2
    scope.cancel()
    precondition(counter.log == ["even", "odd"] && seen == [2, -1, 4, -1], "\(counter.log) \(seen)")
    print("done")
  }
}
