import CBenchmarkSupport
import Observation
@_spi(Measuring) import ReactiveBindings
import ReactiveDerived
import ReactiveElm

extension Operation {
  /// Layers other than tracking: properties, streams, programs, bindings.
  static var layers: [Operation] {
    [
      Operation(name: "property mapped three times, 1 observer", run: mappedProperty),
      Operation(name: "property derived from two, 1 observer", run: derivedProperty),
      Operation(name: "property mapped, observed and cancelled", run: mapAndObserve),
      Operation(name: "event mapped three times, 1 observer", run: mappedEvent),
      Operation(name: "part written, 1 observer", run: writtenPart),
      Operation(name: "write that a history keeps, 1 observer", run: writtenWithHistory),
      Operation(name: "one of 100 rows chosen", run: chosenRow),
      Operation(name: "dispatch, 1 subscriber") { dispatch($0, subscribers: 1) },
      Operation(name: "dispatch, 100 subscribers") { dispatch($0, subscribers: 100) },
      Operation(name: "dispatch, 2 commands, a handler", run: commands),
      Operation(name: "write that is bound to a property", run: binding),
      Operation(name: "write that is bound two ways", run: twoWayBinding),
      Operation(name: "read that Observation could track", run: countedRead),
      Operation(name: "read that Observation tracks", run: trackedRead),
    ]
  }

  @inline(never)
  private static func countedRead(_ count: Int) {
    countReadsForObservation(true)
    let source = StoredProperty(1)
    expecting(count) { cell in
      for _ in 0..<count {
        cell.pointee &+= source.value
        benchmark_barrier()
      }
    }
  }

  @inline(never)
  private static func trackedRead(_ count: Int) {
    withObservationTracking {
      countedRead(count)
    } onChange: {
    }
  }

  @inline(never)
  private static func mappedProperty(_ count: Int) {
    let source = StoredProperty(0)
    let mapped = source.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
    expecting(sum(to: count) + count * 3) { cell in
      mapped.sink { cell.pointee &+= $0 }
      for value in 1...count { source.value = value }
    }
  }

  @inline(never)
  private static func derivedProperty(_ count: Int) {
    let (first, second) = (StoredProperty(0), StoredProperty(1))
    let both = DerivedProperty(first, second) { $0 &+ $1 }
    expecting(sum(to: count) + count) { cell in
      both.sink { cell.pointee &+= $0 }
      for value in 1...count { first.value = value }
    }
    withExtendedLifetime(both) {}
  }

  @inline(never)
  private static func mapAndObserve(_ count: Int) {
    let source = StoredProperty(1)
    expecting(0) { cell in
      for _ in 0..<count {
        let bag = SubscriptionBag()
        source.map { $0 &+ 1 }.sink { cell.pointee &+= $0 }.store(in: bag)
      }
    }
  }

  @inline(never)
  private static func mappedEvent(_ count: Int) {
    let source = Event<Int>()
    expecting(sum(to: count) + count * 3) { cell in
      source.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.sink { cell.pointee &+= $0 }
      for value in 1...count { source.trigger(value) }
    }
  }

  // A path written in the call, which the compiler replaces by direct access.
  @inline(never)
  private static func writtenPart(_ count: Int) {
    let city = OpenBehavior(User())[\.home.city]
    expecting(sum(to: count)) { cell in
      city.sink { cell.pointee &+= $0 }
      for value in 1...count { city.value = value }
    }
    withExtendedLifetime(city) {}
  }

  @inline(never)
  private static func writtenWithHistory(_ count: Int) {
    let source = OpenBehavior(0)
    let history = History(of: source)
    expecting(sum(to: count)) { cell in
      source.sink { cell.pointee &+= $0 }
      for value in 1...count { source.value = value }
    }
    withExtendedLifetime(history) {}
  }

  @inline(never)
  private static func chosenRow(_ count: Int) {
    let chosen = OpenBehavior(-1)
    let isChosen = chosen.selector()
    let rows = (0..<100).map { isChosen[$0] }
    expecting(count) { cell in
      for row in rows { row.sink { cell.pointee &+= $0 ? 1 : 0 } }
      for number in 0..<count { chosen.value = number % 100 }
    }
    withExtendedLifetime(rows) {}
  }

  @inline(never)
  private static func dispatch(_ count: Int, subscribers: Int) {
    expecting(sum(to: count) * subscribers) { cell in
      let program = Adding.makeProgram()
      let screens = (0..<subscribers).map { _ in Screen(cell) }
      for screen in screens { program.subscribe(screen) }
      for value in 1...count { program.dispatch(.add(value)) }
      withExtendedLifetime(screens) {}
    }
  }

  @inline(never)
  private static func commands(_ count: Int) {
    expecting(sum(to: count) * 2) { cell in
      let program = Asking.makeProgram { command in
        cell.pointee &+= command.number
        return nil
      }
      for value in 1...count { program.dispatch(value) }
    }
  }

  @inline(never)
  private static func binding(_ count: Int) {
    let source = OpenBehavior(0)
    let label = Label()
    expecting(count) { cell in
      source.assign(to: \.number, on: label)
      for value in 1...count { source.value = value }
      cell.pointee = label.number
    }
  }

  @inline(never)
  private static func twoWayBinding(_ count: Int) {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    expecting(count) { cell in
      let subscription = source.bindTwoWay(to: other)
      for value in 1...count { source.value = value }
      cell.pointee = other.value
      subscription.cancel()
    }
  }
}

private struct User: Equatable {
  struct Home: Equatable {
    var city = 0
    var street = 0
  }

  var age = 36
  var home = Home()
}

/// Two commands per message: one without an id, one with.
private struct Asking: Module {
  struct Model: Initable {}
  enum Command {
    case free(Int)
    case identified(Int)

    var number: Int {
      switch self {
      case .free(let number), .identified(let number): number
      }
    }
  }

  static func update(for message: Int, model: inout Model) -> [Command] { [.free(message), .identified(message)] }
  static func view(for model: Model) -> Int { 0 }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .free: .free
    case .identified: .identified(by: 1)
    }
  }
}

/// A trivial message, model and view.
private struct Adding: Module {
  enum Message { case add(Int) }
  struct Model: Initable { var sum = 0 }
  enum Command {}

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let value): model.sum &+= value
    }
    return []
  }

  static func view(for model: Model) -> Int { model.sum }
}

private final class Screen: Subscriber {
  typealias Command = Adding.Command

  private let cell: Cell
  private var shown = 0

  init(_ cell: Cell) {
    self.cell = cell
  }

  func update(presenting view: Int) {
    cell.pointee &+= view &- shown
    shown = view
  }

  func update(performing command: Command) {}
}

private final class Label {
  var number = 0
}
