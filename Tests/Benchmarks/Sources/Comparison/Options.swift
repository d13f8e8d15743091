import Foundation

/// What the command line asks for.
struct Options {
  /// Ours alone; of costs, few rounds.
  var isQuick = false

  /// What operations take, in place of how libraries behave.
  var isOfCosts = false

  /// Set in a child: the one row that it measures.
  var cost: CostRow?

  /// Only probes whose title contains this, in any case of letters.
  var filter: String?

  /// Markdown pages whose tables must say what was found.
  var pages: [String] = []

  /// Set in a child: the one probe that it runs.
  var probe: ChildProbe?

  static let usage = "usage: Comparison [--costs] [--quick] [--filter TEXT] [--check PAGE...]"

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        print(Self.usage)
        exit(0)
      case "--quick":
        isQuick = true
      case "--costs":
        isOfCosts = true
      case "--cost":
        guard let row = rest.popFirst().flatMap(CostRow.init(rawValue:)) else {
          fail("comparison: --cost is for the program itself; \(Self.usage)")
        }
        cost = row
      case "--filter":
        guard let text = rest.popFirst() else { fail("comparison: --filter needs a text; \(Self.usage)") }
        filter = text
      case "--check":
        while let page = rest.first, !page.hasPrefix("-") {
          pages.append(page)
          rest.removeFirst()
        }
        if pages.isEmpty { fail("comparison: --check needs a page; \(Self.usage)") }
      case "--probe":
        guard let probe = ChildProbe(rest) else { fail("comparison: --probe is for the program itself; \(Self.usage)") }
        self.probe = probe
        rest = []
      default:
        fail("comparison: unknown option '\(argument)'; \(Self.usage)")
      }
    }
  }
}

/// Ends the program with one line on standard error and the exit code of bad input.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}
