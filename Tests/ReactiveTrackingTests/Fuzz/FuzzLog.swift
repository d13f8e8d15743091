struct FuzzEvent: Equatable, CustomStringConvertible {
  enum Kind {
    case step, runs, ends, reads, cleansUp, notified, watched, caught
  }
  var kind: Kind
  /// The effect or observer, in creation order; 0 for the program itself.
  var subject: Int
  /// A node, a step, the number of a cleanup, or the old value.
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

enum FuzzCause: Equatable {
  case never, creation, request, unknown
  case changed(Int)
}

/// Compared after each step.
struct FuzzState: Equatable {
  var causes: [Int: FuzzCause] = [:]
  /// Causes that the laws leave open. Set by the model only.
  var openCauses: Set<Int> = []
  var cancelled: Set<Int> = []
  var runs: [Int] = []
  var cleanups: [Int] = []
  var starts: [Int] = []
  var stops: [Int] = []
}
