/// A hostile program, which runs in a process of its own.
struct Case: Sendable {
  let name: String
  let outcome: Outcome
  let start: Start

  /// A case that has to come out right.
  init(_ name: String, _ start: Start) { self.init(name, .right, start) }

  init(_ name: String, _ outcome: Outcome, _ start: Start) {
    self.name = name
    self.outcome = outcome
    self.start = start
  }
}

/// What right looks like.
enum Outcome: Sendable {
  /// It comes to its end, and all that it checks holds.
  case right
  /// It stops with a message of the library that contains this text, such as the name of the node in question, or one of
  /// several, with | between them.
  case stops(containing: String)
  /// One of the two.
  case either(containing: String)
  /// As `right`, or it stops in Swift's own check of an unowned reference, of which no library can know.
  case rightOrUnowned
}

/// Where a program begins.
enum Start: Sendable {
  /// On the main actor of an asynchronous `main`: on the initial thread as far as the first suspension, then, on Linux, on
  /// any thread.
  case main(@MainActor @Sendable () async -> Void)
  /// On a main actor that a run loop serves on the initial thread.
  case runLoop(@MainActor @Sendable () async -> Void)
  /// On a thread that belongs to no actor.
  case thread(@Sendable () -> Void)
  /// In a task of no actor.
  case task(@concurrent @Sendable () async -> Void)
}
