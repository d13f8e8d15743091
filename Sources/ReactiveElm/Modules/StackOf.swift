/// A stack of screens, as a module: ``ModelStack`` with the messages that push and pop.
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
/// Each screen has a key that no other screen has ever had. A message to a popped screen, such as a late answer, is
/// dropped, and counted in ``Program/droppedMessageCount``. What a screen has running is cancelled when it is left, by
/// a command `.cancel(scope(of: key))`, one for each screen from the top down; a handler of
/// ``CommandHandler/requests(_:)`` has no case for it. The ids of a screen's ``CommandPolicy`` are its own. Sources
/// start and stop with the screens that want them; an error is handled by the screen whose command or source has
/// failed.
///
/// It is a program by itself, which the flags begin with some screens, or a part of a parent's, in an ``Embedding``. A
/// parent that handles `.close` where it sees a certain message of a screen's closes it, and one that looks at the model
/// before takes a result out of it, with `model.path[key]`:
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
/// Screens that close themselves without a parent are a ``ScreenStack``. A screen is changed where it lies. Cost: O(n)
/// for a message to one of n screens, from the top. After the stacks of The Composable Architecture and SwiftUI.
public enum StackOf<Screen: Module>: ScreenStack {
  /// What can happen to the stack, or to one of its screens.
  public enum Message {
    /// Puts a new screen on top.
    case push(Screen.Flags)
    /// Takes off the screen on top, if there is one.
    case pop
    /// Takes off what lies above the screen with this key.
    case popTo(Int)
    /// Takes off the screen with this key, and what lies above it.
    case close(Int)
    /// Takes off all screens, and puts new ones there, the last one on top: where a link leads to, or none.
    case replaceAll([Screen.Flags])
    /// To the screen with this key.
    case screen(Int, Screen.Message)
  }
  /// The models of the screens, with their keys.
  public typealias Model = ModelStack<Screen.Model>
  /// What there is to perform.
  public enum Request {
    /// By the screen with this key.
    case screen(Int, Screen.Command)
  }
  /// What a screen asks for, or the end of all that one has running.
  public typealias Command = Cancellable<Request>
  /// The screens to begin with, the last one on top.
  public typealias Flags = [Screen.Flags]
  /// What is listened to.
  public enum Source: Hashable {
    /// By the screen with this key.
    case screen(Int, Screen.Source)
  }
  /// What a screen shows, with its key.
  public struct Item: Identifiable {
    /// The screen's key, which its messages carry: `.screen(key, …)`.
    public let key: Int
    /// What the screen shows.
    public let view: Screen.View
    /// The same as `key`.
    public var id: Int { key }
  }
  /// What the screens show, from the bottom to the top.
  public typealias View = [Item]

  /// False: a screen is closed by its parent.
  public static func closes(after message: Screen.Message, model: Screen.Model) -> Bool { false }
}

extension StackOf.Source: Uninhabited where Screen.Source: Uninhabited {}

// What the screens are, it is as well.

extension StackOf.Message: Sendable where Screen.Message: Sendable, Screen.Flags: Sendable {}
extension StackOf.Request: Sendable where Screen.Command: Sendable {}
extension StackOf.Source: Sendable where Screen.Source: Sendable {}
extension StackOf.Item: Sendable where Screen.View: Sendable {}
extension StackOf.Message: Equatable where Screen.Message: Equatable, Screen.Flags: Equatable {}
extension StackOf.Request: Equatable where Screen.Command: Equatable {}
extension StackOf.Item: Equatable where Screen.View: Equatable {}
extension StackOf.Message: Codable where Screen.Message: Codable, Screen.Flags: Codable {}
extension StackOf.Request: Codable where Screen.Command: Codable {}
