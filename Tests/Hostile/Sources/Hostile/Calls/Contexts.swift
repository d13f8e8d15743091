import Foundation
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

/// The caller's graph, which belongs to one thread.
final class Outer {
  let number = atom(0, name: "outer number")
  let list = OpenBehavior([0], name: "outer list")
  let event = Event<Int>(name: "outer event")
  struct Row: Identifiable, Equatable {
    let id: Int
    var number = 0
  }
  let rows = OpenKeyed((0..<4).map { Row(id: $0) }, name: "outer rows")
  let scope = EffectScope(name: "outer scope")
  let bag = SubscriptionBag()
  var kept: [AnyObject] = []
  private let thread = ObjectIdentifier(Thread.current)
  private var calls = 0

  /// Calls the body a few times in the middle of the outer graph's work, never on another thread.
  func call(_ body: () -> Void) {
    check(ObjectIdentifier(Thread.current) == thread, "what belongs to one thread ran on another")
    calls += 1
    if calls <= 4 { body() }
  }

  func stir() {
    for _ in 0..<50 {
      number.value += 1
      event.trigger(number.peek())
      list.update { $0[0] += 1 }
      rows.update(0) { $0.number += 1 }
    }
  }
}

/// A place in the middle of a graph's work from which a function can be called.
struct Place: Sendable {
  let name: String
  let call: @Sendable (Outer, @escaping () -> Void) -> Void
}

private final class Dying {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit { body() }
}

private final class Setting {
  let body: () -> Void
  var number = 0 { didSet { body() } }
  init(_ body: @escaping () -> Void) { self.body = body }
}

let places: [Place] = [
  Place(name: "batch") { outer, body in
    batch {
      outer.number.value += 1
      outer.call(body)
      outer.number.value += 1
    }
  },
  Place(name: "effect") { outer, body in
    outer.kept.append(
      Effect(name: "outer effect") {
        _ = outer.number.value
        outer.call(body)
        _ = outer.list.value
      })
  },
  Place(name: "effect-rerun") { outer, body in
    outer.kept.append(
      Effect(name: "outer effect") { if outer.number.value > 0 { outer.call(body) } })
    outer.number.value += 1
  },
  Place(name: "effect-throwing") { outer, body in
    struct Odd: Error {}
    outer.kept.append(
      Effect(name: "outer effect") { () throws(Odd) in
        outer.call(body)
        if outer.number.value % 2 == 1 { throw Odd() }
      } catch: { _ in
        outer.call(body)
      })
  },
  Place(name: "effect-scoped") { outer, body in
    outer.kept.append(
      Effect(name: "outer effect") { scope in
        _ = outer.number.value
        scope.effect { outer.call(body) }
      })
  },
  Place(name: "untracked") { outer, body in
    outer.kept.append(
      Effect(name: "outer effect") {
        _ = outer.number.value
        untracked { outer.call(body) }
      })
  },
  Place(name: "watch") { outer, body in
    outer.kept.append(watch(of: outer.number.value, initial: true, name: "outer watch") { _, _ in outer.call(body) })
  },
  Place(name: "derivation") { outer, body in
    let derivation = derive(name: "outer derivation") { () -> Int in
      outer.call(body)
      return outer.number.value
    }
    derivation.sink { _ in }
    outer.kept.append(derivation)
    outer.kept.append(Effect(name: "outer effect") { _ = derivation.value })
  },
  Place(name: "map") { outer, body in
    let mapped = outer.number.map { number -> Int in
      outer.call(body)
      return number
    }
    mapped.observe { _ in }
    outer.kept.append(mapped)
  },
  Place(name: "observer") { outer, body in
    outer.number.sink { _ in outer.call(body) }.store(in: outer.bag)
    outer.number.value += 1
  },
  Place(name: "observer-first-call") { outer, body in
    outer.number.observe { _ in outer.call(body) }.store(in: outer.bag)
  },
  Place(name: "event") { outer, body in
    outer.event.sink { _ in outer.call(body) }.store(in: outer.bag)
    outer.event.trigger(1)
  },
  Place(name: "stream") { outer, body in
    outer.event.filter { number in
      outer.call(body)
      return number > 0
    }.map { $0 + 1 }.sink { _ in }.store(in: outer.bag)
    outer.event.trigger(1)
  },
  Place(name: "scope") { outer, body in
    outer.scope.run {
      outer.call(body)
      onCleanup {}
    }
  },
  Place(name: "update") { outer, body in
    outer.list.update { list in
      list.append(1)
      outer.call(body)
      list.append(2)
    }
  },
  Place(name: "cleanup") { outer, body in
    outer.kept.append(
      Effect(name: "outer effect") {
        _ = outer.number.value
        onCleanup { outer.call(body) }
      })
    outer.number.value += 1
  },
  Place(name: "cancellation") { outer, body in
    let subscription = Subscription { outer.call(body) }
    batch {
      outer.number.value += 1
      subscription.cancel()
    }
  },
  Place(name: "comparison") { outer, body in
    let compared = OpenBehavior(
      0, name: "outer compared",
      isDuplicate: { old, new in
        outer.call(body)
        return old == new
      })
    compared.sink { _ in }
    compared.value = 1
    outer.kept.append(compared)
  },
  Place(name: "deinit-of-a-value") { outer, body in
    let value = OpenBehavior<Dying?>(Dying { outer.call(body) }, name: "outer value")
    value.sink { _ in }
    batch {
      outer.number.value += 1
      value.value = nil
    }
  },
  Place(name: "updater") { outer, body in
    let updater = Updater(name: "outer updater")
    updater.keepUpToDate(dependencies: [outer.number]) { outer.call(body) }
    outer.kept.append(updater)
  },
  Place(name: "command") { outer, body in
    let program = Counter.makeProgram(
      performing: { _ in
        outer.call(body)
        return nil
      }, listening: { _, _ in Subscription {} })
    program.viewBehavior.sink { _ in }
    program.dispatch(.add(2))
    outer.kept.append(program)
  },
  Place(name: "conversion") { outer, body in
    let other = OpenBehavior("", name: "outer text")
    outer.number.bindTwoWay(
      to: other,
      converting: Conversion(
        forward: { number in
          outer.call(body)
          return "\(number)"
        }, back: { $0.count }))
    outer.kept.append(other)
  },
  Place(name: "setter") { outer, body in
    let setting = Setting { outer.call(body) }
    outer.number.assign(to: \.number, on: setting)
    outer.kept.append(setting)
    outer.number.value += 1
  },
  Place(name: "predicate") { outer, body in
    outer.rows.filter { row in
      outer.call(body)
      return row.number > 0
    }.sink { _ in }.store(in: outer.bag)
    outer.rows.update(0) { $0.number += 1 }
  },
  Place(name: "comparator") { outer, body in
    outer.rows.sorted { one, other in
      outer.call(body)
      return one.number > other.number
    }.window(0..<2).sink { _ in }.store(in: outer.bag)
    outer.rows.update(0) { $0.number += 1 }
  },
  Place(name: "row-derivation") { outer, body in
    outer.rows.mapRows { row in
      outer.call(body)
      return row.number
    }.sink { _ in }.store(in: outer.bag)
    outer.rows.update(0) { $0.number += 1 }
  },
  Place(name: "group-key") { outer, body in
    outer.rows.grouped { row in
      outer.call(body)
      return row.number % 2
    }.count.sink { _ in }.store(in: outer.bag)
    outer.rows.update(0) { $0.number += 1 }
  },
  Place(name: "part-setter") { outer, body in
    let text = outer.number.converted {
      "\($0)"
    } back: { text in
      outer.call(body)
      return text.count
    }
    text.sink { _ in }
    text.value = "12"
    outer.kept.append(text)
  },
  Place(name: "source-start") { outer, body in
    let source = OpenBehavior(
      0,
      whileObserved: { place in
        outer.call(body)
        place(1)
        return Subscription { outer.call(body) }
      }, name: "outer source")
    source.sink { _ in }.cancel()
    source.map { $0 + 1 }.sink { _ in }.store(in: outer.bag)
  },
  Place(name: "flush") { outer, body in
    let runtime = Runtime(scheduler: .manual)
    withIsolatedRuntime(using: runtime) {
      outer.kept.append(Effect(name: "outer effect") { if outer.number.value > 0 { outer.call(body) } })
    }
    outer.number.value += 1
    runtime.flush()
  },
]
