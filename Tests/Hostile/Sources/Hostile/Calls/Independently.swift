import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// A call of `independently` in the middle of an effect, a test or a delivery, which drops or ends what is running around it.

/// Reads the objects after what captured them may have been released.
private func use(_ objects: [Holder]) -> Int { objects.reduce(0) { $0 + $1.numbers.count } }
private final class Holder { var numbers = [1, 2, 3] }

/// Takes the memory that has just become free.
private func fillMemory() {
  let junk = (0..<2_000).map { [$0, $0, $0, $0] }
  withExtendedLifetime(junk) {}
}

private func batchesOf(_ behavior: OpenBehavior<Int>) {
  batch { behavior.value &+= 1 }
  batch { behavior.value &+= 1 }
  fillMemory()
}

let independentCases: [Case] = [
  Case(
    "call/independently/effect-drops-itself",
    .thread {
      let (trigger, other) = (OpenBehavior(0), OpenBehavior(0))
      other.sink { _ in }
      for turn in rounds(50) {
        var effect: Effect?
        let holders = [Holder(), Holder()]
        effect = Effect { [held = [Holder()] + holders] in
          guard trigger.value > turn else { return }
          independently {
            effect = nil
            batchesOf(other)
          }
          check(use(held), is: 9, "what the effect captured")
        }
        trigger.value = turn + 1
        check(effect == nil, "the effect lives")
      }
    }),
  Case(
    "call/independently/test-ends-its-property",
    .thread {
      for _ in rounds(50) {
        let source = OpenBehavior(0)
        var property: DerivedProperty<[Int]>?
        var ends = false
        property = DerivedProperty(
          dependencies: [source], calculator: { [source.value] },
          isDuplicate: { [held = [Holder(), Holder()]] old, new in
            if ends {
              ends = false
              independently { property?.cancel() }
              fillMemory()
            }
            check(use(held), is: 6, "what the test captured")
            return old == new
          })
        property?.sink { _ in }
        batch {
          source.value = 1
          _ = property?.value
          source.value = 2
          _ = property?.value
          ends = true
        }
        check(property?.value ?? [], is: [2], "a property that its test has ended")
      }
    }),
  Case(
    "call/independently/observer-cancels-itself",
    .thread {
      for _ in rounds(50) {
        let event = Event<Int>()
        var token: Subscription?
        token = event.sink { [held = [Holder(), Holder()]] number in
          if number > 1 { return }
          independently { event.trigger(2) }
          token?.cancel()
          fillMemory()
          check(use(held), is: 6, "what the observer captured")
        }
        event.trigger(1)
      }
    }),
  Case(
    "call/independently/program-is-used-again",
    .thread {
      let program = Counter.makeProgram(
        isolation: nil, performing: { _ in nil }, listening: { _, _ in Subscription {} })
      var views: [String] = []
      program.viewBehavior.sink { view in
        views.append(view)
        if views.count == 1 { independently { batch { program.dispatch(.add(1)) } } }
      }
      program.dispatch(.add(1))
      check(views, is: ["1, 0", "2, 0"], "the views")
    }),
]
