struct Case: Sendable {
  let name: String
  let outcome: Outcome
  let start: Start

  init(_ name: String, _ start: Start) { self.init(name, .right, start) }

  init(_ name: String, _ outcome: Outcome, _ start: Start) {
    self.name = name
    self.outcome = outcome
    self.start = start
  }
}

enum Outcome: Sendable {
  /// It ends, and all its checks pass.
  case right
  /// It stops with a library message that contains one of these texts, such as a node's name. A vertical bar separates
  /// them.
  case stops(containing: String)
  case either(containing: String)
  /// As `right`, or it stops in Swift's own check of an unowned reference, which no library can avoid.
  case rightOrUnowned
}

/// The context in which a program starts.
enum Start: Sendable {
  /// The main actor of an asynchronous `main`: on the initial thread until the first suspension, then, on Linux, on any
  /// thread.
  case main(@MainActor @Sendable () async -> Void)
  /// A main actor that a run loop serves on the initial thread.
  case runLoop(@MainActor @Sendable () async -> Void)
  case thread(@Sendable () -> Void)
  case task(@concurrent @Sendable () async -> Void)
}
