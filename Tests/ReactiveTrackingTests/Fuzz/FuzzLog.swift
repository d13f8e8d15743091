/// One thing that happened.
struct FuzzEvent: Equatable, CustomStringConvertible {
  enum Kind {
    case step, runs, ends, reads, cleansUp, notified, watched, caught
  }
  var kind: Kind
  /// The effect or observer, by the order of creation; 0 for the program itself.
  var subject: Int
  /// A node, a step, the number of a cleanup, or the value before.
  var what = 0
  var value = 0

  var description: String {
    switch kind {
    case .step: "step \(what)"
    case .runs: "effect \(subject) runs"
    case .ends: "effect \(subject) ends its run"
    case .reads: "\(subject == 0 ? "the program" : "\(subject)") reads \(value) from n\(what)"
    case .cleansUp: "cleanup \(what) of \(subject) runs"
    case .notified: "observer \(subject) is notified of \(value)"
    case .watched: "watch \(subject) is notified of \(value) after \(what)"
    case .caught: "effect \(subject) catches \(value)"
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
  /// How often the source of each atom has started and stopped.
  var starts: [Int] = []
  var stops: [Int] = []
}
