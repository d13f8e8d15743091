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
/// Each screen has a key that no other has ever had. A message to a screen that is gone, such as a late answer, is
/// dropped, and counted in ``Program/droppedMessageCount``. What a screen has running is cancelled when it is left, by
/// a command `.cancel(scope(of: key))`, one for each screen from the top down; a handler of
/// ``CommandHandler/requests(_:)`` has no case for it. The ids of a screen's ``CommandPolicy`` are its own. Sources come
/// and go with the screens that want them; errors go to the screen whose command or source has failed.
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
public enum StackOf<Screen: Module>: Module {
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

  /// Begins with a screen for each of the flags.
  public static func start(with flags: Flags) -> (model: Model, commands: [Command]) {
    var model = Model()
    let commands = push(flags, to: &model)
    return (model, commands)
  }

  /// Pushes, pops, or has a screen handle its message; drops what is for a screen that is gone.
  public static func update(for message: Message, model: inout Model) -> [Command] {
    update(for: message, model: &model) { _, _ in false }
  }

  /// The same, where `closes` says of a message that a screen has handled, and of its model, whether it was the last one.
  static func update(
    for message: Message, model: inout Model, _ closes: (Screen.Message, Screen.Model) -> Bool
  ) -> [Command] {
    switch message {
    case .push(let flags): return push([flags], to: &model)
    case .pop: return pop(model.isEmpty ? 0 : 1, from: &model)
    case .popTo(let key): return pop(from: &model, above: key, inclusive: false)
    case .close(let key): return pop(from: &model, above: key, inclusive: true)
    case .replaceAll(let flags):
      let left = pop(model.count, from: &model)
      return left + push(flags, to: &model)
    case .screen(let key, let message):
      let result = model.updateKeyedValue(forKey: key) { screen in
        let commands = Screen.update(for: message, model: &screen)
        return (commands: commands, isClosed: closes(message, screen))
      }
      guard let (commands, isClosed) = result else {
        dropMessage()
        return []
      }
      // What it asks for last is not what it had running.
      let left = isClosed ? pop(from: &model, above: key, inclusive: true) : []
      return commands.isEmpty ? left : left + wrap(commands, of: key)
    }
  }

  private static func push(_ all: [Screen.Flags], to model: inout Model) -> [Command] {
    var commands: [Command] = []
    for flags in all {
      let (screen, own) = Screen.start(with: flags)
      commands += wrap(own, of: model.push(screen))
    }
    return commands
  }

  private static func pop(_ count: Int, from model: inout Model) -> [Command] {
    (0..<count).compactMap { _ in model.pop().map { .cancel(scope(of: $0.key)) } }
  }

  private static func pop(from model: inout Model, above key: Int, inclusive: Bool) -> [Command] {
    guard let index = model.keys.lastIndex(of: key) else {
      dropMessage()
      return []
    }
    return pop(model.count - index - (inclusive ? 0 : 1), from: &model)
  }

  private static func wrap(_ commands: [Screen.Command], of key: Int) -> [Command] {
    commands.map { .perform(.screen(key, $0)) }
  }

  /// What the screens show, from the bottom to the top.
  public static func view(for model: Model) -> View {
    var items: View = []
    model.forEachKeyed { key, screen in items.append(Item(key: key, view: Screen.view(for: screen))) }
    return items
  }

  /// The sources of the screens, from the bottom to the top.
  public static func subscriptions(for model: Model) -> [Source] {
    var all: [Source] = []
    model.forEachKeyed { key, screen in
      for own in Screen.subscriptions(for: screen) { all.append(.screen(key, own)) }
    }
    return all
  }

  /// As the command's screen says, under ids of its own.
  public static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform(.screen(let key, let own)): Screen.policy(for: own).scoped(by: ownScope(of: key))
    case .cancel(let id): .cancels(id)
    }
  }

  /// An id that all commands of the screen with `key` run under, those of its own children included.
  ///
  /// When the screen is left, the stack's command is `.cancel(scope(of: key))`.
  public static func scope(of key: Int) -> AnyHashable { ownScope(of: key).identity }

  private static func ownScope(of key: Int) -> Scope { Scope(\Model.self, key: AnyHashable(key)) }

  /// As the command's screen says.
  public static func message(for error: any Error, performing command: Command) -> Message? {
    guard case .perform(.screen(let key, let own)) = command else { return nil }
    return Screen.message(for: error, performing: own).map { .screen(key, $0) }
  }

  /// As the source's screen says.
  public static func message(for error: any Error, listeningTo source: Source) -> Message? {
    switch source {
    case .screen(let key, let own): Screen.message(for: error, listeningTo: own).map { .screen(key, $0) }
    }
  }

  /// The same screens, and each of them says that its view is not worth showing again.
  public static func isDuplicate(_ old: View, _ new: View) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy { $0.key == $1.key && Screen.isDuplicate($0.view, $1.view) }
  }
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
