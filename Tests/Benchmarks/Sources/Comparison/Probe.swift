/// A question that is put to each library.
struct Probe {
  /// How a child knows which one to run.
  let id: String

  /// The first cell of its row.
  let title: String

  /// Sizes to try, each in a process of its own, the largest first; the first that passes is the answer. Empty for a
  /// question without sizes.
  var sizes: [Int] = []

  /// The answer, as its cell says it; nil if the library has nothing that could be asked.
  let run: (_ library: any Library.Type, _ size: Int) -> String?

  init(
    _ id: String, _ title: String, sizes: [Int] = [],
    _ run: @escaping (_ library: any Library.Type, _ size: Int) -> String?
  ) {
    self.id = id
    self.title = title
    self.sizes = sizes
    self.run = run
  }

  /// How long a chain is.
  static let sizes = [1_000_000, 100_000, 10_000, 1000, 100, 10]

  static var all: [Probe] { propertyProbes + derivedProbes + cycleProbes + lifetimeProbes }
}

/// What observers received, from when it is switched on.
final class Log {
  private(set) var entries: [String] = []
  private var isOn = false
  private var firsts: [Int] = []

  func start() { isOn = true }
  func add(_ entry: String) { if isOn { entries.append(entry) } }

  /// The letter of an observer: A for the one that was notified first.
  func name(of observer: Int) -> String {
    guard isOn else { return "-" }
    if !firsts.contains(observer) { firsts.append(observer) }
    return ["A", "B", "C"][firsts.firstIndex(of: observer)!]
  }

  var text: String { entries.isEmpty ? "nothing" : entries.joined(separator: " ") }
}

/// Lives until the child ends.
nonisolated(unsafe) var kept: [Any] = []
