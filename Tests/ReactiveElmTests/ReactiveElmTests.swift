import ReactiveElm
import Testing

struct Counter: Module {
  enum Message { case increment, decrement }
  struct Model: Initable { var count = 0 }
  enum Command {}
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .increment: model.count += 1
    case .decrement: model.count -= 1
    }
    return []
  }
  static func view(for model: Model) -> String { "Count: \(model.count)" }
}

struct Search: Module {
  enum Message: Sendable {
    case typed(String)
    case found([String])
    case failed(String)
    case cancel
  }
  struct Model: Initable {
    var text = ""
    var results: [String] = []
    var error: String?
  }
  enum Command: Sendable {
    case search(String)
    case cancelSearch
  }
  enum Source: Hashable { case clock(String) }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .typed(let text):
      model.text = text
      return [.search(text)]
    case .found(let r): model.results = r
    case .failed(let e): model.error = e
    case .cancel: return [.cancelSearch]
    }
    return []
  }
  static func view(for model: Model) -> [String] { model.results }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .search: .identified(by: "search", cancelInFlight: true)
    case .cancelSearch: .cancels("search")
    }
  }
  static func message(for error: any Error, performing command: Command) -> Message? { .failed("\(error)") }
  static func subscriptions(for model: Model) -> [Source] { model.text.isEmpty ? [] : [.clock(model.text)] }
}

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
