import ReactiveCore

// The cases in this folder are from johnsoncodehk/reactive-framework-test-suite, under its numbers but reworded, as far
// as they concern the kernel. The layer of tracked effects repeats them through its own API.

final class Counted<Value: Equatable> {
  private let computed: ComputedBehavior<Value>
  private let counter = Counter()

  private final class Counter {
    var runs = 0
  }

  init(_ compute: @escaping () -> Value) {
    computed = ComputedBehavior { [counter] in
      counter.runs += 1
      return compute()
    }
  }

  var value: Value { computed.value }
  var runs: Int { counter.runs }
}

final class Effect {
  private(set) var runs = 0
  private var reaction: Reaction?

  init(_ body: @escaping () -> Void) {
    reaction = Reaction { [unowned self] in
      runs += 1
      body()
    }
    reaction?.start()
  }

  func dispose() { reaction?.cancel() }

  func runs(_ body: () -> Void) -> Int {
    let before = runs
    body()
    return runs - before
  }
}
