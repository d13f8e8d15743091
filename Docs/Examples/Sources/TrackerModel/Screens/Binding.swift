public import ExampleTerminal

extension Tracker {
  /// What a key does: for a terminal what the seed's buttons are for a window.
  public struct Binding: Hashable, Sendable {
    public var keys: [Key]
    /// What the line of help says; nil for what everybody tries anyway.
    public var help: String?
    public var action: Action
  }

  /// What is to be done.
  public enum Action: Hashable, Sendable {
    case send(Message)
    // These are about messages, and none themselves.
    case undo, redo
  }

  /// Where characters go that are typed.
  public enum Typing: Hashable, Sendable {
    case search, editor
  }

  /// What is shown, and what each key does.
  public struct View: Equatable, Sendable {
    public var frame: Frame
    public var bindings: [Binding]
    public var typing: Typing?

    /// What `key` does; nil if nothing.
    public func action(for key: Key) -> Action? {
      if let binding = bindings.first(where: { $0.keys.contains(key) }) { return binding.action }
      guard let typing, let message = TextInput.Message(key) else { return nil }
      switch typing {
      case .search: return .send(.list(.searchInput(message)))
      case .editor: return .send(.detail(.input(message)))
      }
    }
  }
}

extension TextInput.Message {
  /// What `key` does to a text.
  init?(_ key: Key) {
    switch key {
    case .character(let character): self = .typed(String(character))
    case .backspace: self = .erased
    case .delete: self = .erasedForward
    case .left: self = .moved(.left)
    case .right: self = .moved(.right)
    case .home, .control("a"): self = .moved(.start)
    case .end, .control("e"): self = .moved(.end)
    default: return nil
    }
  }
}
