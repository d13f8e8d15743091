import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveTracking

let projectionDeathCases: [Case] = [
  Case("death/projected", .main { await perish(WithProjections.self, 100) }),
  Case("death/projected-runloop", .runLoop { await perish(WithProjections.self, 40) }),
  Case("death/undone", .main { await perish(WithHistories.self, 100) }),
  Case("death/undone-runloop", .runLoop { await perish(WithHistories.self, 40) }),
]

/// Writable projections: parts, parts of optionals, rows, conversions, linked properties, and bindings of these.
@MainActor
final class WithProjections: Model {
  private struct Row: Identifiable, Equatable {
    var id = 0
    var size = 0
  }
  private struct Sheet {
    var probe: Probe
    var size = 0
    var title: String? = "a"
    var rows = [Row(id: 1), Row(id: 2)]
  }
  private let sheet: OpenBehavior<Sheet>
  private let chosen: OpenBehavior<Sheet?>
  private let size: OpenBehavior<Int>
  private let text: OpenBehavior<String>
  private let linked: LinkedProperty<Int>
  private let following: LinkedProperty<Int>
  private let writable: OpenBehavior<Int>
  private let effect: Effect
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    sheet = OpenBehavior(Sheet(probe: probe))
    chosen = OpenBehavior(Sheet(probe: probe))
    size = sheet[\.size]
    text = size.converted {
      String($0)
    } back: {
      Int($0) ?? 0
    }
    linked = LinkedProperty(World.size)
    following = LinkedProperty(World.size) { size, old in
      probe.use()
      return size &+ (old ?? 0)
    }
    let size = size
    writable = OpenBehavior(
      get: { size.value &+ World.size.value },
      set: {
        probe.use()
        size.value = $0
      })
    let (text, linked, writable) = (text, linked, writable)
    effect = Effect { _ = (text.value, linked.value, writable.value) }
    let row = sheet[\.rows][id: 2][optional: \.size]
    row.sink { _ in probe.use() }.store(in: bag)
    chosen[optional: \.title].sink { _ in probe.use() }
    linked.isOverridden.sink { _ in probe.use() }.store(in: bag)
    row.bindTwoWay(to: chosen[optional: \.size]).store(in: bag)
    text.value = "7"
    linked.value = -1
    following.value = -2
    writable.value = 3
    row.value = 4
  }
}

@MainActor
final class WithHistories: Model {
  private struct Page: Equatable {
    var size = 0
    var scroll = 0
  }
  private let page = OpenBehavior(Page())
  private let probes: OpenBehavior<Probe>
  private let history: History
  private let others: History
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    probes = OpenBehavior(Probe(census))
    history = History(of: page, keeping: 3, excluding: \.scroll)
    others = History(of: probes, page[\.size], keeping: 5)
    history.canUndo.sink { _ in probe.use() }.store(in: bag)
    others.canRedo.sink { _ in probe.use() }.store(in: bag)
    for size in 0..<6 { page.update { $0.size = size } }
    probes.value = Probe(census)
    history.undo()
    others.undo()
    // The model may end with an open step.
    batch {
      page.update { $0.size = -1 }
      others.undo()
    }
  }
}
