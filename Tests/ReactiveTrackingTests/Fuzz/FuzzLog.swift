/// One thing that happened.
struct FuzzEvent: Equatable, CustomStringConvertible {
  enum Kind {
    case step, runs, ends, reads, cleansUp, told, watched, caught
  }
  var kind: Kind
  /// The effect or observer, by the order of creation; 0 for the program itself.
  var who: Int
  /// A node, a step, the number of a cleanup, or the value before.
  var what = 0
  var value = 0

  var description: String {
    switch kind {
    case .step: "step \(what)"
    case .runs: "effect \(who) runs"
    case .ends: "effect \(who) ends its run"
    case .reads: "\(who == 0 ? "the program" : "\(who)") reads \(value) from n\(what)"
    case .cleansUp: "cleanup \(what) of \(who) runs"
    case .told: "observer \(who) is notified of \(value)"
    case .watched: "watch \(who) is notified of \(value) after \(what)"
    case .caught: "effect \(who) catches \(value)"
    }
  }
}

/// Why an effect ran, as the library says it.
enum FuzzCause: Equatable {
  case never, creation, request, unknown
  /// This node had changed.
  case changed(Int)
}

/// What is compared after each step.
struct FuzzState: Equatable {
  /// Why each effect in a slot ran last.
  var causes: [Int: FuzzCause] = [:]
  /// Those for which the laws leave it open; of the model's only.
  var openCauses: Set<Int> = []
  var cancelled: Set<Int> = []
  /// How often each derivation ran, and its cleanups.
  var runs: [Int] = []
  var cleanups: [Int] = []
}
