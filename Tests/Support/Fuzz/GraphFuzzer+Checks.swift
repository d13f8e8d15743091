extension GraphFuzzer {
  /// Whether the node notifies only of values that differ.
  package func isCut(_ id: Int) -> Bool { !everChanging.contains(id) && model.comparison(of: id).isCut }

  func check(_ observer: FuzzObserver, receives value: Int) {
    note("observer of \(name(observer.node)) receives \(value)")
    if observer.isEnded && !observer.isOrphaned { fail("a cancelled observer of \(name(observer.node)) is called") }
    observer.calls += 1
    if observer.isInitial {
      if value != model.value(observer.node) && !isUnsettled(observer.node) {
        fail("observe(_:) notifies of \(value), not the current value")
      }
      observer.last = value
      return
    }
    let isCut = isCut(observer.node)
    var upcoming = observer.upcoming[...]
    if isCut && value == observer.last && !observer.mayRepeat { upcoming = upcoming.drop { $0 == value } }
    observer.mayRepeat = false
    upcoming = upcoming.drop { $0 != value }
    if upcoming.isEmpty && !observer.isOrphaned {
      fail(
        """
        an observer of \(name(observer.node)) that received \(observer.last) receives \(value); since then the node \
        has been \(observer.upcoming)
        """)
    }
    let isMissed = observer.writes.contains { $0 < upcoming.startIndex }
    if isMissed && !upcoming.isEmpty && !observer.isOrphaned {
      fail("an observer of \(name(observer.node)) is notified of \(value), and not of what was written before")
    }
    observer.writes = Set(observer.writes.filter { $0 > upcoming.startIndex }.map { $0 - upcoming.startIndex })
    if !isCut { upcoming = upcoming.dropFirst() }
    observer.upcoming = Array(upcoming)
    observer.last = value
  }

  package func check(_ observer: FuzzEventObserver, receives payload: Int) {
    note("observer of event \(observer.event) receives \(payload)")
    if observer.isEnded { fail("a cancelled observer of event \(observer.event) is called") }
    if payload < lastPayload { fail("payload \(payload) is received after payload \(lastPayload)") }
    lastPayload = payload
    observer.received.append(payload)
  }

  func checkSettled(_ observer: FuzzObserver) {
    let value = model.value(observer.node)
    if observer.last != value {
      fail("an observer of \(name(observer.node)) received \(observer.last) last; it is \(value)")
    }
    // A transient value before a write of the same value may be taken for the write.
    if observer.writes.contains(where: { observer.upcoming[$0] != value }) {
      fail("an observer of \(name(observer.node)) was not notified of what was written")
    }
    observer.upcoming = []
    observer.writes = []
    guard observer.existedBefore, epochs <= 1 else { return }
    var expected = epochs == 1 && observer.lastBefore != value ? 1 : 0
    if !isCut(observer.node) {
      if everChanging.contains(observer.node) { return }
      expected = epochs == 1 && stamp(observer.node) != observer.stampBefore ? 1 : 0
    }
    if observer.calls - observer.callsBefore != expected {
      fail(
        """
        an observer of \(name(observer.node)) was called \(observer.calls - observer.callsBefore) times, \
        not \(expected), for one change from \(observer.lastBefore) to \(value)
        """)
    }
  }
}
