import Foundation

/// - `Hostile NAME` runs one case.
/// - `Hostile --all [--timeout N] [PART...]` runs all cases, or those whose names contain a part, each in a process
///   of its own. `--except` excludes the names listed in a file, one per line.
/// - `Hostile --list` lists the cases.
@main
struct Hostile {
  static let cases: [Case] = [
    deathCases, propertyDeathCases, timeDeathCases, taskDeathCases, projectionDeathCases, keyedDeathCases,
    programDeathCases, stillDeathCases,
    studioDeathCases, callCases, doorCases, addressCases, randomCases,
    moveCases, tokenMoveCases, keyedMoveCases, chainCases,
  ].flatMap { $0 }

  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var timeout = 20.0
    if let option = arguments.firstIndex(of: "--timeout"), option + 1 < arguments.count {
      timeout = Double(arguments[option + 1]) ?? timeout
      arguments.removeSubrange(option...option + 1)
    }
    var open: Set<String> = []
    if let option = arguments.firstIndex(of: "--except"), option + 1 < arguments.count {
      guard let text = try? String(contentsOfFile: arguments[option + 1], encoding: .utf8) else {
        fail("\(arguments[option + 1]) cannot be read")
      }
      open = Set(text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") })
      arguments.removeSubrange(option...option + 1)
    }
    switch arguments.first {
    case "--list":
      for one in cases { print(one.name) }
    case "--all":
      let parts = arguments.dropFirst()
      let chosen = cases.filter { one in
        !open.contains(one.name) && (parts.isEmpty || parts.contains { one.name.contains($0) })
      }
      exit(Driver(timeout: timeout).runAll(chosen) && !chosen.isEmpty ? 0 : 1)
    case let name?:
      guard let one = cases.first(where: { $0.name == name }) else { fail("there is no case \(name)") }
      await run(one)
      exit(0)
    case nil:
      print("usage: Hostile NAME | --all [--timeout SECONDS] [PART...] | --list")
      exit(2)
    }
  }

  @MainActor
  private static func run(_ one: Case) async {
    switch one.start {
    case .main(let body): await body()
    case .runLoop(let body): serve(body)
    case .thread(let body):
      Thread.detachNewThread {
        body()
        exit(0)
      }
      try? await Task.sleep(for: .seconds(3600))
    case .task(let body): await body()
    }
  }

  /// Runs a run loop for the main actor on this thread.
  private static func serve(_ body: @escaping @MainActor @Sendable () async -> Void) -> Never {
    Task { @MainActor in
      await body()
      exit(0)
    }
    while true { RunLoop.main.run() }
  }
}
