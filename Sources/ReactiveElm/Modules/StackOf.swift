/// A module for a stack of screens: a ``ModelStack`` with messages that push and pop.
///
/// ```swift
/// typealias Path = StackOf<OneOf<Counter, Letter>>
///
/// let path = Path.makeProgram(flags: [.first(())])
/// path.dispatch(.push(.second("Dear all")))
/// path.dispatch(.screen(0, .first(.increment)))
/// print(path.view.map(\.view.value))  // ["Count: 1", "Dear all, read 1 times"]
/// path.dispatch(.pop)
/// print(path.model.keys)  // [0]
/// ```
///
/// Each screen has a key that is never reused. A message to a popped screen, such as a late answer, is dropped, and
/// counted in ``Program/droppedMessageCount``. Sources start and stop with their screens. The screen whose command or
/// source failed handles the error.
///
/// When a screen is left, the stack cancels its running commands by `.cancel(scope(of: key))`, from the top down. A
/// handler of ``CommandHandler/requests(_:)`` needs no case for it. The ids of a screen's ``CommandPolicy`` are its
/// own.
///
/// It is a program by itself, or part of a parent in an ``Embedding``. A parent can `.close` a screen at a certain
/// message, and read a result from `model.path[key]` before that:
///
/// ```swift
/// struct Mail: Module {
///   typealias Path = StackOf<OneOf<Counter, Letter>>
///   enum Message { case path(Path.Message) }
///   struct Model: Initable { var path = Path.Model() }
///   typealias Command = Path.Command
///
///   static let path = Embedding<Mail, Path>(at: \.path, message: Message.path, command: { $0 })
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .path(.screen(let key, .second(.reread))): path.update(for: .close(key), model: &model)
///     case .path(let message): path.update(for: message, model: &model)
///     }
///   }
///   static func view(for model: Model) -> [String] { path.view(for: model).map(\.view.value) }
///   static func policy(for command: Command) -> CommandPolicy { path.policy(for: command) }
/// }
///
/// let mail = Mail.makeProgram()
/// mail.dispatch(.path(.replaceAll([.first(()), .second("Dear all")])))
/// mail.dispatch(.path(.screen(1, .second(.reread))))
/// print(mail.view)  // ["Count: 0"]
/// ```
///
/// For screens that close themselves, use a ``ScreenStack``. Screens are updated in place. Cost: O(n) for a message to
/// one of n screens, from the top. After the stacks of The Composable Architecture and SwiftUI.
public enum StackOf<Screen: Module>: ScreenStack {
  /// A message to the stack, or to one of its screens.
  public enum Message {
    /// Pushes a new screen.
    case push(Screen.Flags)
    /// Pops the top screen, if any.
    case pop
    /// Pops the screens above the one with this key.
    case popTo(Int)
    /// Pops the screen with this key, and those above it.
    case close(Int)
    /// Replaces all screens, such as for a link; the last is on top. May be empty.
    case replaceAll([Screen.Flags])
    /// A message to the screen with this key.
    case screen(Int, Screen.Message)
  }
  /// The screens' models, with their keys.
  public typealias Model = ModelStack<Screen.Model>
  /// Work to perform.
  public enum Request {
    /// A command of the screen with this key.
    case screen(Int, Screen.Command)
  }
  /// A screen's request, or the cancellation of all commands of a screen.
  public typealias Command = CancellableCommand<Request>
  /// The flags of the first screens, the last on top.
  public typealias Flags = [Screen.Flags]
  /// A source of a screen.
  public enum Source: Hashable {
    /// A source of the screen with this key.
    case screen(Int, Screen.Source)
  }
  /// A screen's view, with its key.
  public struct Item: Identifiable {
    /// The screen's key, for its messages: `.screen(key, …)`.
    public let key: Int
    /// The screen's view.
    public let view: Screen.View
    /// The same as `key`.
    public var id: Int { key }
  }
  /// The screens' views, from bottom to top.
  public typealias View = [Item]

  /// False: the parent closes screens.
  public static func closes(after message: Screen.Message, model: Screen.Model) -> Bool { false }
}

extension StackOf.Source: Uninhabited where Screen.Source: Uninhabited {}

extension StackOf.Message: Sendable where Screen.Message: Sendable, Screen.Flags: Sendable {}
extension StackOf.Request: Sendable where Screen.Command: Sendable {}
extension StackOf.Source: Sendable where Screen.Source: Sendable {}
extension StackOf.Item: Sendable where Screen.View: Sendable {}
extension StackOf.Message: Equatable where Screen.Message: Equatable, Screen.Flags: Equatable {}
extension StackOf.Request: Equatable where Screen.Command: Equatable {}
extension StackOf.Item: Equatable where Screen.View: Equatable {}
extension StackOf.Message: Codable where Screen.Message: Codable, Screen.Flags: Codable {}
extension StackOf.Request: Codable where Screen.Command: Codable {}
