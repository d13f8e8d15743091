public import ReactiveElm

/// One issue, to be read and edited. It edits a copy; its parent takes over the changes.
public enum Detail: Module {
  public struct Model: Equatable, Codable, Sendable {
    public var issue: Issue
    public var editor: Editor?
    /// The first line of the visible text.
    public var scrolled = 0

    public init(_ issue: Issue, editing field: Field? = nil) {
      self.issue = issue
      editor = field.map { Editor($0, of: issue) }
    }
  }

  public enum Field: String, Codable, Sendable {
    case title, text
  }

  /// Typed text that is not yet in the issue.
  public struct Editor: Equatable, Codable, Sendable {
    public var field: Field
    public var input: TextInput

    init(_ field: Field, of issue: Issue) {
      self.field = field
      input = TextInput(field == .title ? issue.title : issue.text)
    }

    /// Issues need a title.
    var isAcceptable: Bool { field == .text || input.text.contains { !$0.isWhitespace } }
  }

  public enum Message: Hashable, Codable, Sendable {
    case editingBegan(Field)
    case input(TextInput.Message)
    case editingEnded
    case editingCancelled
    case scrolled(by: Int)
    case statusAdvanced, priorityAdvanced
  }

  public typealias Command = Never

  /// The issue, and the field to edit at once.
  public struct Flags: Sendable {
    public var issue: Issue
    public var field: Field?

    public init(_ issue: Issue, editing field: Field? = nil) {
      self.issue = issue
      self.field = field
    }
  }

  public static func start(with flags: Flags) -> (model: Model, commands: [Never]) {
    (Model(flags.issue, editing: flags.field), [])
  }

  public static func update(for message: Message, model: inout Model) -> [Never] {
    switch message {
    case .editingBegan(let field): model.editor = Editor(field, of: model.issue)
    case .input(let message): model.editor?.input.update(for: message)
    case .editingEnded: model.endEditing()
    case .editingCancelled: model.editor = nil
    case .scrolled(let distance): model.scrolled = max(0, model.scrolled + distance)
    case .statusAdvanced: model.issue.status = model.issue.status.next
    case .priorityAdvanced: model.issue.priority = model.issue.priority.next
    }
    return []
  }

  /// The whole model is visible.
  public static func view(for model: Model) -> Model { model }
}

extension Detail.Model {
  fileprivate mutating func endEditing() {
    guard let editor, editor.isAcceptable else { return }
    switch editor.field {
    case .title: issue.title = editor.input.text
    case .text: issue.text = editor.input.text
    }
    self.editor = nil
  }
}
