extension Probe {
  /// What remains of observers.
  static var lifetimeProbes: [Probe] {
    [
      Probe("owner", "1,000 owners die: closures left; after a write") { library, _ in
        owners(library, isKept: false)
      },
      Probe("others", "1,000 owners die, then 1,000 others observe: closures left") { library, _ in others(library) },
      Probe("bag", "1,000 owners of a bag or token die: closures left; after a write") { library, _ in
        owners(library, isKept: true)
      },
      Probe("nodes", "1,000 derived values dropped: closures left; after a write") { library, _ in
        guard let library = library as? any DerivingLibrary.Type else { return nil }
        return nodes(library)
      },
      Probe("token", "token thrown away: seen") { library, _ in token(library) },
    ]
  }

  /// Captured by closures, to count those that are left.
  private final class Canary {
    nonisolated(unsafe) static var alive = 0

    init() { Self.alive += 1 }
    deinit { Self.alive -= 1 }
  }

  private static func owners<L: Library>(_ library: L.Type, isKept: Bool) -> String {
    let source = L.source(0, named: "source")
    addOwners(to: source, L.self, isKept: isKept)
    return left(source, L.self)
  }

  private static func others<L: Library>(_ library: L.Type) -> String {
    let source = L.source(0, named: "source")
    addOwners(to: source, L.self, isKept: false)
    let owner = Owner()
    for _ in 0..<1000 { L.observe(L.node(source), with: owner) { _ in } }
    return withExtendedLifetime(owner) { grouped(Canary.alive) }
  }

  /// 1,000 observers, whose owners are dead afterwards.
  private static func addOwners<L: Library>(to source: L.Source, _ library: L.Type, isKept: Bool) {
    var owners: [Owner] = []
    for _ in 0..<1000 {
      let (owner, canary) = (Owner(), Canary())
      let handler = { (_: Int) in withExtendedLifetime(canary) {} }
      if isKept {
        L.observe(L.node(source), keptBy: owner, handler)
      } else {
        L.observe(L.node(source), with: owner, handler)
      }
      owners.append(owner)
    }
    withExtendedLifetime(owners) {}
  }

  private static func nodes<L: DerivingLibrary>(_ library: L.Type) -> String? {
    let source = L.source(0, named: "source")
    do {
      for _ in 0..<1000 {
        let canary = Canary()
        let node = L.map(L.node(source)) { value in
          withExtendedLifetime(canary) {}
          return value &+ 1
        }
        guard L.canCancel else { return nil }
        L.cancel(L.observe(node) { _ in })
      }
    }
    return left(source, L.self)
  }

  private static func left<L: Library>(_ source: L.Source, _ library: L.Type) -> String {
    let before = Canary.alive
    L.write(1, to: source)
    return "\(grouped(before)); \(grouped(Canary.alive))"
  }

  private static func token<L: Library>(_ library: L.Type) -> String? {
    let source = L.source(0, named: "source")
    let log = Log()
    guard L.canCancel else { return nil }
    _ = L.observe(L.node(source)) { log.add("\($0)") }
    log.start()
    L.write(1, to: source)
    return log.entries.isEmpty ? "no" : "yes"
  }
}
