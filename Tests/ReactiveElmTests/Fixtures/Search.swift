import ReactiveElm

/// A module with cancellable commands, an error and a source.
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
