extension Probe {
  /// One property, or one event, and its observers.
  static var propertyProbes: [Probe] {
    [
      Probe("order-10", "order of 10 observers") { library, _ in order(library, of: 10) },
      Probe("order-50", "order of 50 observers") { library, _ in order(library, of: 50) },
      Probe("equal", "an equal value is delivered") { library, _ in equal(library) },
      Probe("read", "an observer that reads what it observes sees") { library, _ in read(library) },
      Probe("write", "A, the first of two, writes 2 when notified of 1: seen; left") { library, _ in
        write(library)
      },
      Probe("send", "A, the first of two, sends 2 when notified of 1: seen") { library, _ in
        guard let library = library as? any EventLibrary.Type else { return nil }
        return send(library)
      },
      Probe("add", "one added while 1 is delivered, then 2 is written: seen") { library, _ in add(library) },
      Probe("cancel", "A, the first of three, cancels the others: seen") { library, _ in
        cancel(library)
      },
    ]
  }

  /// How many of the first observers run in subscription order, at the least, on several sources: where the order is
  /// that of a hash table, one source alone may be in order by chance.
  private static func order<L: Library>(_ library: L.Type, of count: Int) -> String {
    var leastInOrder = count
    for _ in 0..<20 {
      let source = L.source(0, named: "source")
      var notified: [Int] = []
      var isOn = false
      for index in 0..<count {
        kept.append(
          L.observe(L.node(source)) { _ in if isOn { notified.append(index) } })
      }
      isOn = true
      L.write(1, to: source)
      leastInOrder = min(leastInOrder, zip(notified, 0..<count).prefix { $0 == $1 }.count)
    }
    switch leastInOrder {
    case count: return "in order"
    case 10...: return "the first \(leastInOrder / 10 * 10) in order"
    default: return "in any order"
    }
  }

  private static func equal<L: Library>(_ library: L.Type) -> String {
    let source = L.source(1, named: "source")
    let log = Log()
    kept.append(L.observe(L.node(source)) { log.add("\($0)") })
    log.start()
    L.write(1, to: source)
    return log.entries.isEmpty ? "no" : "yes"
  }

  private static func read<L: Library>(_ library: L.Type) -> String {
    let source = L.source(0, named: "source")
    let log = Log()
    kept.append(L.observe(L.node(source)) { _ in log.add(L.read(source) == 1 ? "the new value" : "the old value") })
    log.start()
    L.write(1, to: source)
    return log.text
  }

  private static func write<L: Library>(_ library: L.Type) -> String {
    let source = L.source(0, named: "source")
    let log = Log()
    for index in 0..<2 {
      let token = L.observe(L.node(source)) { value in
        log.add("\(log.name(of: index))\(value)")
        if log.name(of: index) == "A", value == 1 { L.write(2, to: source) }
      }
      kept.append(token)
    }
    log.start()
    L.write(1, to: source)
    return "\(log.text); \(L.read(source))"
  }

  private static func send<L: EventLibrary>(_ library: L.Type) -> String {
    let stream = L.stream(named: "stream")
    let log = Log()
    log.start()
    for index in 0..<2 {
      let token = L.sink(stream) { value in
        log.add("\(log.name(of: index))\(value)")
        if log.name(of: index) == "A", value == 1 { L.send(2, to: stream) }
      }
      kept.append(token)
    }
    L.send(1, to: stream)
    return log.text
  }

  private static func add<L: Library>(_ library: L.Type) -> String {
    let source = L.source(0, named: "source")
    let log = Log()
    var isAdded = false
    let token = L.observe(L.node(source)) { value in
      guard value == 1, !isAdded else { return }
      isAdded = true
      kept.append(L.observe(L.node(source)) { log.add("\($0)") })
    }
    log.start()
    L.write(1, to: source)
    L.write(2, to: source)
    withExtendedLifetime(token) {}
    return log.text
  }

  private static func cancel<L: Library>(_ library: L.Type) -> String? {
    let source = L.source(0, named: "source")
    let log = Log()
    guard L.canCancel else { return nil }
    var tokens: [L.Token] = []
    for index in 0..<3 {
      let token = L.observe(L.node(source)) { value in
        log.add("\(log.name(of: index))\(value)")
        guard log.name(of: index) == "A", value == 1 else { return }
        for other in 0..<3 where other != index { L.cancel(tokens[other]) }
      }
      tokens.append(token)
    }
    log.start()
    L.write(1, to: source)
    return log.text
  }
}
