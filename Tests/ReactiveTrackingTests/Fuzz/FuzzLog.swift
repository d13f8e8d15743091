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
    case .told: "observer \(who) is told \(value)"
    case .watched: "watch \(who) is told \(value) after \(what)"
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

/// Counts what the closures of one program capture, to see that all of it goes.
final class FuzzLedger {
  private(set) var live = 0

  final class Token {
    private let ledger: FuzzLedger
    init(_ ledger: FuzzLedger) {
      self.ledger = ledger
      ledger.live += 1
    }
    deinit { ledger.live -= 1 }
  }

  func token() -> Token { Token(self) }
}

/// Random numbers that are the same in every run (SplitMix64).
struct FuzzRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 up to, not including, `limit`.
  mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(limit)) }

  /// True once in `times`.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  mutating func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }
}
