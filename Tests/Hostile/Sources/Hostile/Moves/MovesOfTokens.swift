import Executors
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm

// Sources observed in one isolation and then sent elsewhere: the tokens end in the new isolation.

let tokenMoveCases: [Case] = [
  Case("move/bag-of-behaviors", .main { await send(Parcel.observed) }),
  Case("move/bag-of-behaviors-runloop", .runLoop { await send(Parcel.observed) }),
  Case("move/bag-of-derivations", .main { await send(Parcel.derived) }),
  Case("move/bag-of-groups-and-actions", .main { await send(Parcel.grouped) }),
  Case("move/bag-of-rows", .main { await send(Parcel.keyed) }),
  Case("move/bag-of-parts", .main { await send(Parcel.projected) }),
  Case("move/bag-of-undo", .main { await send(Parcel.undoing) }),
  Case("move/bag-that-is-filled-on", .main { await send(Parcel.observed, fillsOn: true) }),
  Case("move/program-that-is-viewed", .main { await send(Parcel.viewing) }),
  Case("move/program-with-a-source", .main { await send(Parcel.listening) }),
]

private final class Parcel {
  let number = OpenBehavior(0)
  let other = OpenBehavior(0)
  private(set) var bag: SubscriptionBag? = SubscriptionBag()
  private(set) var program: Program<Counter>?

  private func keep(_ token: Subscription) { if let bag { token.store(in: bag) } }

  static func observed(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    for source in [parcel.number, parcel.other] {
      for _ in 0..<4 { parcel.keep(source.sink { _ in probe.use() }) }
    }
    return parcel
  }

  static func derived(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    for _ in 0..<4 { parcel.keep(parcel.number.map { $0 &* 2 }.sink { _ in probe.use() }) }
    parcel.keep((parcel.number + parcel.other).observe { _ in probe.use() })
    return parcel
  }

  static func grouped(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    parcel.keep(
      Subscription {
        checkOnStudio()
        probe.use()
      })
    parcel.keep(parcel.number.sink { _ in probe.use() })
    parcel.keep(
      parcel.number.bindTwoWay(
        to: parcel.other,
        converting: Conversion(
          forward: {
            probe.use()
            return $0
          }, back: { $0 })))
    return parcel
  }

  private struct Row: Identifiable, Equatable {
    let id: Int
    var number = 0
  }

  static func keyed(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    parcel.keep(
      parcel.number.sink {
        rows.insert(Row(id: $0 & 3, number: $0))
        if $0 % 3 == 0 { rows.remove(1) }
        probe.use()
      })
    parcel.keep(rows.sink { _ in probe.use() })
    parcel.keep(rows[1].sink { _ in probe.use() })
    parcel.keep(rows.changes.sink { _ in probe.use() })
    parcel.keep(rows.filter { $0.number > 2 }.count.sink { _ in probe.use() })
    parcel.keep(rows.sum(\.number).sink { _ in probe.use() })
    return parcel
  }

  static func projected(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    let row = OpenBehavior(Row(id: 0))
    let history = History(of: row, keeping: 3)
    parcel.keep(
      parcel.number.sink {
        row[\.number].value = $0
        if $0 % 3 == 0 { history.undo() }
        probe.use()
      })
    parcel.keep(row[\.number].sink { _ in probe.use() })
    parcel.keep(LinkedProperty(row[\.number]).sink { _ in probe.use() })
    return parcel
  }

  /// Whether something can be undone stays true, so what is observed is not written after the move.
  static func undoing(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    let size = OpenBehavior(0)
    let history = History(of: size, keeping: 3)
    parcel.keep(
      parcel.number.sink {
        size.value = $0
        if $0 % 3 == 0 { history.undo() }
        probe.use()
      })
    parcel.keep(history.canUndo.sink { _ in probe.use() })
    return parcel
  }

  static func viewing(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    let program = Counter.makeProgram(isolation: nil, performing: { _ in nil }, listening: { _, _ in Subscription {} })
    program.viewBehavior.sink { _ in probe.use() }
    parcel.program = program
    return parcel
  }

  static func listening(_ census: Census) -> Parcel {
    let (parcel, probe) = (Parcel(), StudioProbe(census))
    parcel.program = Counter.makeProgram(
      isolation: nil, performing: { _ in nil },
      listening: { [number = parcel.number] _, dispatch in
        number.sink { _ in
          probe.use()
          dispatch(.tick)
        }
      })
    return parcel
  }

  /// The new holder of the tokens, which may end anywhere.
  @Studio
  func unpack(fillsOn: Bool, _ census: Census) -> Holder {
    if fillsOn, let bag {
      let probe = StudioProbe(census)
      other.sink { _ in probe.use() }.store(in: bag)
    }
    program?.dispatch(.add(2))
    defer { (bag, program) = (nil, nil) }
    return Holder(bag, program)
  }
}

@Studio
private final class Holder: Sendable {
  private let bag: SubscriptionBag?
  private let program: Program<Counter>?
  init(_ bag: SubscriptionBag?, _ program: Program<Counter>?) { (self.bag, self.program) = (bag, program) }
}

/// The sources outlive the tokens' holder.
@Studio
private enum Sources {
  static var all: [OpenBehavior<Int>] = []
}

/// Uses the sources while the tokens' holder ends elsewhere.
@Studio
private func use(_ parcel: sending Parcel, fillsOn: Bool, _ census: Census, _ graveyard: Graveyard) {
  for step in 0..<4 {
    parcel.number.value = step
    parcel.other.value = -step
  }
  Sources.all += [parcel.number, parcel.other]
  graveyard.bury([parcel.unpack(fillsOn: fillsOn, census)])
  for step in 0..<200 {
    parcel.number.value = step
    parcel.other.value = -step
    let token = parcel.number.sink { _ in }
    parcel.other.sink { _ in }
    token.cancel()
  }
}

@MainActor
private func send(_ make: (Census) -> Parcel, fillsOn: Bool = false) async {
  let census = Census()
  let graveyard = Graveyard()
  for _ in rounds(200) {
    let parcel = make(census)
    parcel.number.value = 7
    await use(parcel, fillsOn: fillsOn, census, graveyard)
  }
  graveyard.close()
  for _ in 0..<100 where census.count > 0 { try? await Task.sleep(for: .milliseconds(2)) }
  check(census.count, is: 0, "the number of captured objects that are left")
}
