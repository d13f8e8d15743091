public import ExampleTerminal

extension Tracker {
  /// The effect of a key.
  public struct Binding: Hashable, Sendable {
    public var keys: [Key]
    /// The text in the help line; nil for self-evident keys.
    public var help: String?
    public var action: Action
  }

  /// The action of a key.
  public enum Action: Hashable, Sendable {
    case send(Message)
    // Concern the history of messages, and are none themselves.
    case undo, redo
  }

  /// The destination of typed characters.
  public enum Typing: Hashable, Sendable {
    case search, editor
  }

  /// The frame, and the effect of each key.
  public struct View: Equatable, Sendable {
    public var frame: Frame
    public var bindings: [Binding]
    public var typing: Typing?

    /// Nil if `key` does nothing.
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
  /// The edit of a text by `key`.
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
