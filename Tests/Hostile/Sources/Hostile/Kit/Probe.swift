import Executors

/// Counts what lives.
final class Census: Sendable {
  private let tally = Tally()
  var count: Int { tally.count }
  fileprivate func add(_ amount: Int) { tally.add(amount) }
}

/// Something that a closure of the main actor captures: it has to end there.
final class Probe {
  private let census: Census
  var number = 0

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  /// What the closures that hold it do with it, which is a race wherever they run in two isolations.
  func use() { number &+= 1 }

  deinit {
    checkOnMainActor()
    census.add(-1)
  }
}

/// As a probe, of the studio's closures.
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

/// As a probe, and may end anywhere.
final class Traveller: Sendable {
  private let census: Census

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  deinit { census.add(-1) }
}

// Not `preconditionIsolated`, which says nothing in release builds: a task that begins at once begins here only if here is
// its actor.

/// Stops unless this is the main actor.
func checkOnMainActor(line: UInt = #line, file: StaticString = #fileID) {
  let hasBegun = Tally()
  Task.immediate { @MainActor in hasBegun.add() }
  check(hasBegun.count == 1, "something of the main actor ran or ended elsewhere", line: line, file: file)
}

/// Stops unless this is the studio.
func checkOnStudio(line: UInt = #line, file: StaticString = #fileID) {
  let hasBegun = Tally()
  Task.immediate { @Studio in hasBegun.add() }
  check(hasBegun.count == 1, "something of the studio ran or ended elsewhere", line: line, file: file)
}

/// Stops unless this is the hall.
func checkOnHall(line: UInt = #line, file: StaticString = #fileID) {
  let hasBegun = Tally()
  Task.immediate { @Hall in hasBegun.add() }
  check(hasBegun.count == 1, "something of the hall ran or ended elsewhere", line: line, file: file)
}
