extension Probe {
  /// Sources, events and derived values in a ring.
  static var cycleProbes: [Probe] {
    [
      Probe("wired", "longest chain of writes, each by an observer of the last", sizes: sizes) {
        wired($0, $1)
      },
      Probe("two-way", "two properties, each set to the other by an observer") { library, _ in
        ring(library, adding: 0)
      },
      Probe("bound", "two properties, bound by the library's own means") { library, _ in bound(library) },
      Probe("diverging", "two properties, each set to the other plus 1") { library, _ in ring(library, adding: 1) },
      Probe("events", "two events, each sent by the other's observer") { library, _ in
        guard let library = library as? any EventLibrary.Type else { return nil }
        return events(library)
      },
      Probe("self", "two derived values that need each other") { library, _ in
        guard let library = library as? any DerivingLibrary.Type else { return nil }
        return library.readRing() ? "a value" : nil
      },
    ]
  }

  private static func wired<L: Library>(_ library: L.Type, _ length: Int) -> String {
    var isOn = false
    let sources = (0...length).map { L.source($0, named: "source") }
    for (one, next) in zip(sources, sources.dropFirst()) {
      kept.append(L.observe(L.node(one)) { if isOn { L.write($0 &+ 1, to: next) } })
    }
    isOn = true
    Child.phase("update")
    L.write(1, to: sources[0])
    return L.read(sources[length]) == length + 1 ? grouped(length) : "a wrong value"
  }

  private static func ring<L: Library>(_ library: L.Type, adding step: Int) -> String {
    let left = L.source(0, named: "left")
    let right = L.source(step, named: "right")
    var isOn = false
    kept.append(L.observe(L.node(left)) { if isOn { L.write($0 &+ step, to: right) } })
    kept.append(L.observe(L.node(right)) { if isOn { L.write($0 &+ step, to: left) } })
    isOn = true
    L.write(1, to: left)
    return L.read(left) == L.read(right) ? "settles" : "ends"
  }

  private static func bound<L: Library>(_ library: L.Type) -> String? {
    let left = L.source(0, named: "left")
    let right = L.source(0, named: "right")
    guard let token = L.bindTwoWay(left, right) else { return nil }
    L.write(1, to: left)
    L.write(2, to: right)
    withExtendedLifetime(token) {}
    return L.read(left) == 2 && L.read(right) == 2 ? "settles" : "ends"
  }

  private static func events<L: EventLibrary>(_ library: L.Type) -> String {
    let left = L.stream(named: "left")
    let right = L.stream(named: "right")
    kept.append(L.sink(left) { L.send($0 &+ 1, to: right) })
    kept.append(L.sink(right) { L.send($0 &+ 1, to: left) })
    L.send(1, to: left)
    return "ends"
  }
}
