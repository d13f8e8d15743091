import Executors

final class Census: Sendable {
  private let tally = Tally()
  var count: Int { tally.count }
  fileprivate func add(_ amount: Int) { tally.add(amount) }
}

/// Captured by closures of the main actor. It must end there.
final class Probe {
  private let census: Census
  var number = 0

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  /// Called by the closures that hold it. A race if they run in two isolations.
  func use() { number &+= 1 }

  deinit {
    checkOnMainActor()
    census.add(-1)
  }
}

/// A probe for the studio's closures.
final class StudioProbe {
  private let census: Census
  var number = 0

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  func use() { number &+= 1 }

  deinit {
    checkOnStudio()
    census.add(-1)
  }
}

/// A probe that may end anywhere.
final class Traveller: Sendable {
  private let census: Census

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  deinit { census.add(-1) }
}

// Not `preconditionIsolated`, which reports nothing in release builds. An immediate task starts here only if this is
// its actor.

func checkOnMainActor(line: UInt = #line, file: StaticString = #fileID) {
  let hasBegun = Tally()
  Task.immediate { @MainActor in hasBegun.add() }
  check(hasBegun.count == 1, "something of the main actor ran or ended elsewhere", line: line, file: file)
}

func checkOnStudio(line: UInt = #line, file: StaticString = #fileID) {
  let hasBegun = Tally()
  Task.immediate { @Studio in hasBegun.add() }
  check(hasBegun.count == 1, "something of the studio ran or ended elsewhere", line: line, file: file)
}

func checkOnHall(line: UInt = #line, file: StaticString = #fileID) {
  let hasBegun = Tally()
  Task.immediate { @Hall in hasBegun.add() }
  check(hasBegun.count == 1, "something of the hall ran or ended elsewhere", line: line, file: file)
}
