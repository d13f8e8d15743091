/// A stack of screens that close themselves.
///
/// <!-- off the main actor: there it is `enum Reading: @MainActor ScreenStack`, as said below -->
/// ```swift
/// enum Reading: ScreenStack {
///   typealias Screen = OneOf<Counter, Letter>
///   static func closes(after message: Screen.Message, model: Screen.Model) -> Bool {
///     if case .second(let letter) = model { letter.readings == 3 } else { false }
///   }
/// }
///
/// let reading = Reading.makeProgram(flags: [.first(()), .second("Dear all")])
/// reading.dispatch(.screen(1, .second(.reread)))
/// print(reading.view.map(\.view.value))  // ["Count: 0", "Dear all, read 2 times"]
/// reading.dispatch(.screen(1, .second(.reread)))
/// print(reading.view.map(\.view.value))  // ["Count: 0"]
/// ```
///
/// Messages, commands and cancellation are those of ``StackOf``. A parent can read a result from a screen's last
/// message before it forwards it. Where code belongs to the main actor by default, write
/// `enum Reading: @MainActor ScreenStack`. Cost: none beyond a `StackOf`.
public protocol ScreenStack: Module
where
  Message == StackOf<Screen>.Message, Model == StackOf<Screen>.Model, Command == StackOf<Screen>.Command,
  View == StackOf<Screen>.View, Flags == StackOf<Screen>.Flags, Source == StackOf<Screen>.Source
{
  /// The module of a screen; a ``OneOf`` for several kinds.
  associatedtype Screen: Module

  // Redeclared, since `Module` defaults them to `Void` and `Never`.

  /// The flags of the first screens, the last on top.
  associatedtype Flags = StackOf<Screen>.Flags
  /// A source of a screen.
  associatedtype Source = StackOf<Screen>.Source

  /// Whether `message` closes its screen, whose updated model is `model`. A pure function.
  ///
  /// The screen is popped with those above it, and their running commands are cancelled. The commands of `message` are
  /// performed after that, and their answers dropped.
  static func closes(after message: Screen.Message, model: Screen.Model) -> Bool
}

extension ScreenStack {
  /// Starts a screen for each of the flags.
  public static func start(with flags: Flags) -> (model: Model, commands: [Command]) {
    var model = Model()
    let commands = push(flags, to: &model)
    return (model, commands)
  }

  /// Pushes or pops screens, or updates one, which may close; drops a message to a popped screen.
  public static func update(for message: Message, model: inout Model) -> [Command] {
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
        return (commands: commands, isClosed: closes(after: message, model: screen))
      }
      guard let (commands, isClosed) = result else {
        dropMessage()
        return []
      }
      // First, since the commands of the last message must not be cancelled.
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

  /// The screens' views, from bottom to top.
  public static func view(for model: Model) -> View {
    var items: View = []
    model.forEachKeyed { key, screen in items.append(StackOf<Screen>.Item(key: key, view: Screen.view(for: screen))) }
    return items
  }

  /// The screens' sources, from bottom to top.
  public static func subscriptions(for model: Model) -> [Source] {
    var all: [Source] = []
    model.forEachKeyed { key, screen in
      for own in Screen.subscriptions(for: screen) { all.append(.screen(key, own)) }
    }
    return all
  }

  /// The policy of the screen's command, under ids of its own.
  public static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform(.screen(let key, let own)): Screen.policy(for: own).scoped(by: ownScope(of: key))
    case .cancel(let id): .cancels(id)
    }
  }

  /// The id of all commands of the screen with `key`, including its own children's.
  ///
  /// Leaving the screen returns `.cancel(scope(of: key))`.
  public static func scope(of key: Int) -> AnyHashable { ownScope(of: key).identity }

  private static func ownScope(of key: Int) -> CommandScope { CommandScope(\Model.self, key: AnyHashable(key)) }

  /// The message for an error of a command, from the command's screen.
  public static func message(for error: any Error, performing command: Command) -> Message? {
    guard case .perform(.screen(let key, let own)) = command else { return nil }
    return Screen.message(for: error, performing: own).map { .screen(key, $0) }
  }

  /// The message for an error of a source, from the source's screen.
  public static func message(for error: any Error, listeningTo source: Source) -> Message? {
    switch source {
    case .screen(let key, let own): Screen.message(for: error, listeningTo: own).map { .screen(key, $0) }
    }
  }

  /// Whether the screens are the same, and each view is a duplicate by its screen.
  public static func isDuplicate(_ old: View, _ new: View) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy { $0.key == $1.key && Screen.isDuplicate($0.view, $1.view) }
  }
}
