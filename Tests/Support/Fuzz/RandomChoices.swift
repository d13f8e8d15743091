/// The choices of a random program drawn while it runs, and its log.
///
/// A seed makes the same choices if they are requested in the same order. Two worlds that diverge soon choose
/// differently, and their logs show it.
package final class RandomChoices {
  private struct Frame {
    let id: UInt64
    var random: SeededGenerator
    var parts: UInt64 = 0
    init(_ id: UInt64) {
      self.id = id
      random = SeededGenerator(seed: id)
    }
  }
  /// The parts on the stack.
  private var frames: [Frame]
  private let skipped: Set<UInt64>
  /// The parts that ran, in starting order.
  package private(set) var parts: [UInt64] = []
  package private(set) var log: [String] = []

  package init(seed: UInt64, skipping skipped: Set<UInt64>) {
    frames = [Frame(seed)]
    self.skipped = skipped
  }

  package func below(_ limit: Int) -> Int { frames[frames.count - 1].random.below(limit) }

  package func once(in times: Int) -> Bool { below(times) == 0 }

  package func pick<Element>(_ all: [Element]) -> Element? { all.isEmpty ? nil : all[below(all.count)] }

  /// Runs a part of the program, unless it is left out.
  ///
  /// Each part has its own generator, which depends on the enclosing parts and on its position in the innermost one.
  /// Leaving one out changes little in the others.
  package func part(_ body: () -> Void) {
    let last = frames.count - 1
    frames[last].parts += 1
    var mixer = SeededGenerator(seed: frames[last].id &+ frames[last].parts &* 0x2545_F491_4F6C_DD1D)
    let id = mixer.next()
    if skipped.contains(id) { return }
    parts.append(id)
    frames.append(Frame(id))
    body()
    frames.removeLast()
  }

  package func note(_ event: String) { log.append(event) }
}

/// A random program drawn while it runs.
package struct DrawnProgram: RandomProgram {
  /// Runs the program in the library and in the model.
  package typealias Run = (_ seed: UInt64, _ skipped: Set<UInt64>) -> (failure: String?, choices: RandomChoices)

  private let seed: UInt64
  private let skipped: Set<UInt64>
  private let run: Run
  package let failure: String?
  package let parts: [UInt64]
  package let story: String

  package init(seed: UInt64, skipping skipped: Set<UInt64> = [], run: @escaping Run) {
    self.seed = seed
    self.skipped = skipped
    self.run = run
    let (failure, choices) = run(seed, skipped)
    self.failure = failure
    parts = choices.parts
    story = failure == nil ? "" : choices.log.joined(separator: "\n")
  }

  package func without(_ part: UInt64) -> DrawnProgram {
    DrawnProgram(seed: seed, skipping: skipped.union([part]), run: run)
  }
}
