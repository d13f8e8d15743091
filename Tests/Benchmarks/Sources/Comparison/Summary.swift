import Foundation

/// A row of README's table, which puts a probe's answers in plain words.
struct Summary {
  let title: String

  /// The first cell of the probe's row.
  let probe: String

  /// What README's cell says for an answer.
  let words: (_ answer: String) -> String

  private init(_ title: String, of probe: String, _ words: @escaping (String) -> String) {
    self.title = title
    self.probe = probe
    self.words = words
  }

  static var all: [Summary] {
    [
      Summary(
        "a value derived from one source by two paths: seen after each write",
        of: "diamond: the observer saw; the join ran"
      ) { $0.hasPrefix("(20, 3);") ? "the right one" : "a wrong one first" },
      Summary("50 observers are notified", of: "order of 50 observers") {
        $0.replacingOccurrences(of: "the first ", with: "")
      },
      Summary(
        "an observer sends 2 while 1 is delivered: the others receive",
        of: "A, the first of two, sends 2 when notified of 1: seen"
      ) { ["A1 B1 A2 B2": "1, 2", "A1 A2 B2 B1": "2, 1"][$0] ?? $0 },
      Summary("two properties that increase each other", of: "two properties, each set to the other plus 1") {
        ["stops and names both": "a message that names both", "SIGSEGV": "a crash", "no end within 60 s": "no end"][$0]
          ?? $0
      },
    ]
  }
}
