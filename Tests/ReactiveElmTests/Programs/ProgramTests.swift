import ReactiveElm
import Testing

@Test func counts() {
  let counter = Counter.makeProgram()
  var seen: [String] = []
  counter.viewBehavior.observe { seen.append($0) }
  counter.dispatch(.increment)
  counter.dispatch(.increment)
  batch {
    counter.dispatch(.increment)
    counter.dispatch(.increment)
  }
  #expect(seen == ["Count: 0", "Count: 1", "Count: 2", "Count: 4"])
}

@MainActor @Test func searches() async {
  var log: [String] = []
  let search = Search.makeProgram { command in
    guard case .search(let t) = command else { return nil }
    if t == "bad" { throw CancellationError() }
    return .found([t, t])
  } listening: { source, dispatch in
    log.append("start \(source)")
    return Subscription { log.append("stop \(source)") }
  }
  search.dispatch(.typed("a"))
  search.dispatch(.typed("b"))
  await search.settle()
  #expect(search.model.results == ["b", "b"])
  search.dispatch(.typed("bad"))
  await search.settle()
  #expect(search.model.error == "CancellationError()")
  #expect(
    log == [
      "start clock(\"a\")", "stop clock(\"a\")", "start clock(\"b\")", "stop clock(\"b\")", "start clock(\"bad\")",
    ])
}
@Test func searchesNowhere() async {
  let search = Search.makeProgram { command in
    guard case .search(let t) = command else { return nil }
    return .found([t, t])
  } listening: { source, dispatch in
    Subscription {}
  }
  search.dispatch(.typed("a"))
  search.dispatch(.typed("b"))
  await search.settle()
  #expect(search.model.results == ["b", "b"])
}
