/// A stack of screens that close themselves: a ``StackOf`` that knows the last message of a screen.
///
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
/// It says what its screens are, and when one of them closes; the rest is that of ``StackOf``, its types included:
/// messages, commands, and the cancelling of what a screen has running. What else a parent wants of a screen's last
/// message, such as a result, it takes before it hands the message on. Where all code belongs to the main actor by
/// default, it is `enum Reading: @MainActor ScreenStack`, since its screens belong there. Cost: none beside a `StackOf`.
public protocol ScreenStack: Module
where
  Message == StackOf<Screen>.Message, Model == StackOf<Screen>.Model, Command == StackOf<Screen>.Command,
  View == StackOf<Screen>.View, Flags == StackOf<Screen>.Flags, Source == StackOf<Screen>.Source
{
  /// What lies in the stack; a ``OneOf`` for screens of several kinds.
  associatedtype Screen: Module

  // Said again, since a module has none unless it says otherwise.

  /// The screens to begin with, the last one on top.
  associatedtype Flags = StackOf<Screen>.Flags
  /// What the screens listen to.
  associatedtype Source = StackOf<Screen>.Source

  /// Whether a screen that has handled `message`, and whose model is `model` now, is closed by it. A pure function.
  ///
  /// Then it is taken off, with what lies above it, and what they had running is cancelled. The commands that follow from
  /// `message` are performed after that; their answers find no screen.
  static func closes(after message: Screen.Message, model: Screen.Model) -> Bool
}

extension ScreenStack {
  /// Begins with a screen for each of the flags.
  public static func start(with flags: Flags) -> (model: Model, commands: [Command]) {
    StackOf<Screen>.start(with: flags)
  }

  /// Pushes, pops, or has a screen handle its message, and closes it if it says so.
  public static func update(for message: Message, model: inout Model) -> [Command] {
    StackOf<Screen>.update(for: message, model: &model) { closes(after: $0, model: $1) }
  }

  /// What the screens show, from the bottom to the top.
  public static func view(for model: Model) -> View { StackOf<Screen>.view(for: model) }

  /// The sources of the screens, from the bottom to the top.
  public static func subscriptions(for model: Model) -> [Source] { StackOf<Screen>.subscriptions(for: model) }

  /// As the command's screen says, under ids of its own.
  public static func policy(for command: Command) -> CommandPolicy { StackOf<Screen>.policy(for: command) }

  /// An id that all commands of the screen with `key` run under. See ``StackOf/scope(of:)``.
  public static func scope(of key: Int) -> AnyHashable { StackOf<Screen>.scope(of: key) }

  /// As the command's screen says.
  public static func message(for error: any Error, performing command: Command) -> Message? {
    StackOf<Screen>.message(for: error, performing: command)
  }

  /// As the source's screen says.
  public static func message(for error: any Error, listeningTo source: Source) -> Message? {
    StackOf<Screen>.message(for: error, listeningTo: source)
  }

  /// The same screens, and each of them says that its view is not worth showing again.
  public static func isDuplicate(_ old: View, _ new: View) -> Bool { StackOf<Screen>.isDuplicate(old, new) }
}
