extension Probe {
  /// Values that are made of others.
  static var derivedProbes: [Probe] {
    let probes: [Probe?] = [
      derived("diamond", "diamond: the observer saw; the join ran") { library, _ in diamonds(library) },
      Probe("together", "two sources, one change: the observer saw") { library, _ in
        guard let library = library as? any DerivingLibrary.Type else { return nil }
        return together(library)
      },
      derived("cut", "a derived value comes out equal: the next one ran; seen") { library, _ in cut(library) },
      derived("lazy", "not observed, two writes: runs") { library, _ in lazy(library) },
      derived("cached", "not observed, read twice: runs") { library, _ in cached(library) },
      derived("ladder", "8 diamonds in a row, 5 wide: joins run; seen") { library, _ in
        ladder(library)
      },
      derived("chain", "longest chain on 8 MiB of stack, observed at its end", sizes: sizes) {
        chain($0, $1, isRead: false)
      },
      derived("chain-read", "longest chain on 8 MiB of stack, each value read when made", sizes: sizes) {
        chain($0, $1, isRead: true)
      },
    ]
    return probes.compactMap { $0 }
  }

  private static func derived(
    _ id: String, _ title: String, sizes: [Int] = [], _ run: @escaping (any DerivingLibrary.Type, Int) -> String?
  ) -> Probe {
    Probe(id, title, sizes: sizes) { library, size in
      (library as? any DerivingLibrary.Type).flatMap { run($0, size) }
    }
  }

  /// Several, since where the order is that of a hash table, one alone may show either side first.
  private static func diamonds<L: DerivingLibrary>(_ library: L.Type) -> String {
    Set((0..<20).map { _ in diamond(library) }).sorted().joined(separator: " or ")
  }

  /// s, s * 10, s + 1, and the pair of both, which is shown as it is.
  private static func diamond<L: DerivingLibrary>(_ library: L.Type) -> String {
    let source = L.source(1, named: "source")
    let log = Log()
    var runs = 0
    let tens = L.map(L.node(source)) { $0 * 10 }
    let next = L.map(L.node(source)) { $0 + 1 }
    let pair = L.join([tens, next]) {
      runs += 1
      return $0[0] * 100 + $0[1]
    }
    kept.append((pair, L.observe(pair) { log.add("(\($0 / 100), \($0 % 100))") }))
    runs = 0
    log.start()
    L.write(2, to: source)
    return "\(log.text); \(times(runs))"
  }

  private static func together<L: DerivingLibrary>(_ library: L.Type) -> String {
    let sources = [L.source(1, named: "one"), L.source(2, named: "other")]
    let log = Log()
    let pair = L.join(sources.map { L.node($0) }) { $0[0] * 100 + $0[1] }
    kept.append((pair, L.observe(pair) { log.add("(\($0 / 100), \($0 % 100))") }))
    log.start()
    L.together {
      L.write(10, to: sources[0])
      L.write(20, to: sources[1])
    }
    return log.text
  }

  /// A parity, whose source goes from 1 to 3.
  private static func cut<L: DerivingLibrary>(_ library: L.Type) -> String {
    let source = L.source(1, named: "source")
    let log = Log()
    var runs = 0
    let parity = L.map(L.node(source)) { $0 % 2 }
    let tenfold = L.map(parity) {
      runs += 1
      return $0 * 10
    }
    kept.append((tenfold, L.observe(tenfold) { log.add("\($0)") }))
    runs = 0
    log.start()
    L.write(3, to: source)
    return "\(times(runs)); \(times(log.entries.count))"
  }

  private static func lazy<L: DerivingLibrary>(_ library: L.Type) -> String {
    let source = L.source(1, named: "source")
    var runs = 0
    let next = L.map(L.node(source)) {
      runs += 1
      return $0 + 1
    }
    kept.append(next)
    runs = 0
    L.write(2, to: source)
    L.write(3, to: source)
    return times(runs)
  }

  private static func cached<L: DerivingLibrary>(_ library: L.Type) -> String? {
    let source = L.source(1, named: "source")
    var runs = 0
    let next = L.map(L.node(source)) {
      runs += 1
      return $0 + 1
    }
    L.write(2, to: source)
    runs = 0
    guard L.value(of: next) == 3, L.value(of: next) == 3 else { return nil }
    return times(runs)
  }

  /// Each rung: five values made of the last join, and the next join of these.
  private static func ladder<L: DerivingLibrary>(_ library: L.Type) -> String {
    let source = L.source(1, named: "source")
    var (runs, calls) = (0, 0)
    var rung = L.node(source)
    for _ in 0..<8 {
      let sides = (1...5).map { side in L.map(rung) { $0 &+ side } }
      rung = L.join(sides) {
        runs += 1
        return $0.reduce(0, &+)
      }
      kept.append((sides, rung))
    }
    kept.append(L.observe(rung) { _ in calls += 1 })
    (runs, calls) = (0, 0)
    L.write(2, to: source)
    return "\(grouped(runs)); \(times(calls))"
  }

  /// Made, observed, updated by one write, and dropped; a crash is reported with the phase that it happened in.
  private static func chain<L: DerivingLibrary>(_ library: L.Type, _ length: Int, isRead: Bool) -> String? {
    if isRead, !L.keepsDerivedValues { return nil }
    let source = L.source(0, named: "source")
    var notified = 0
    do {
      Child.phase("making")
      var last = L.node(source)
      for _ in 0..<length {
        last = L.map(last) { $0 &+ 1 }
        if isRead, L.value(of: last) == nil { return nil }
      }
      Child.phase("subscribing")
      let token = L.observe(last) { notified = $0 }
      Child.phase("update")
      L.write(1, to: source)
      guard notified == length + 1 else { return "a wrong value" }
      Child.phase("release")
      withExtendedLifetime((last, token)) {}
    }
    return grouped(length)
  }

  static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    default: "\(grouped(count))x"
    }
  }
}

/// A number with commas between its thousands.
func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number).reversed().enumerated() {
    if index > 0, index.isMultiple(of: 3) { text.append(",") }
    text.append(digit)
  }
  return String(text.reversed())
}
