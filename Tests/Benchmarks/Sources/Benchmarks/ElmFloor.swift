import ReactiveElm

/// The floor of the Elm layer: plain calls of a module's functions, and arrays of closures that show the view and
/// perform the commands.
final class PlainProgram<M: Module> where M.Flags == Void {
  private(set) var model: M.Model
  private var view: M.View
  private var sources: [M.Source] = []
  private var queue: [M.Message] = []
  var presenters: [(M.View) -> Void] = []
  var performers: [(M.Command) -> Void] = []

  init() {
    model = M.start(with: ()).model
    view = M.view(for: model)
  }

  @inline(never)
  func dispatch(_ message: M.Message) {
    let commands = M.update(for: message, model: &model)
    if !presenters.isEmpty { present() }
    perform(commands)
    if M.Source.self != Never.self { listen() }
  }

  /// Updates for all messages, then the view, then all commands.
  @inline(never)
  func dispatch(_ messages: Int, _ make: (Int) -> M.Message) {
    var commands: [M.Command] = []
    for index in 0..<messages { commands += M.update(for: make(index), model: &model) }
    if !presenters.isEmpty { present() }
    perform(commands)
  }

  @inline(never)
  func enqueue(_ message: M.Message) { queue.append(message) }

  /// Dispatches the whole queue as one, until it is empty.
  @inline(never)
  func dispatchQueue() {
    while !queue.isEmpty {
      let messages = queue
      queue = []
      dispatch(messages.count) { messages[$0] }
    }
  }

  @inline(__always)
  private func present() {
    let new = M.view(for: model)
    if M.isDuplicate(view, new) { return }
    view = new
    for presenter in presenters { presenter(new) }
  }

  @inline(__always)
  private func perform(_ commands: [M.Command]) {
    for command in commands {
      for performer in performers { performer(command) }
    }
  }

  @inline(__always)
  private func listen() {
    let new = M.subscriptions(for: model)
    if new != sources { sources = new }
  }
}

/// The same with subscribers held by the language's weak references.
final class WeakProgram<M: Module, S: Subscriber>
where M.Flags == Void, S.View == M.View, S.Command == M.Command {
  private struct Reference {
    weak var subscriber: S?
  }
  private var model: M.Model
  private var view: M.View
  private var references: [Reference]

  init(_ subscribers: [S]) {
    model = M.start(with: ()).model
    view = M.view(for: model)
    references = subscribers.map { Reference(subscriber: $0) }
  }

  @inline(never)
  func dispatch(_ message: M.Message) {
    let commands = M.update(for: message, model: &model)
    let new = M.view(for: model)
    if !M.isDuplicate(view, new) {
      view = new
      for index in references.indices { references[index].subscriber?.update(presenting: new) }
    }
    for command in commands {
      for index in references.indices { references[index].subscriber?.update(performing: command) }
    }
  }
}
