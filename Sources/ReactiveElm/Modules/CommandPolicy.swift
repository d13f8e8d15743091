/// How a command is run beside those that are still running, and when.
///
/// ```swift
/// enum Command { case search(String), cancelSearch, log(String) }
///
/// func policy(for command: Command) -> CommandPolicy {
///   switch command {
///   case .search: .identified(by: "search", cancelInFlight: true)  // a new search replaces the one that runs
///   case .cancelSearch: .cancels("search")
///   case .log: .free
///   }
/// }
/// ```
///
/// With ``after(_:)`` a command waits before it is performed: `.identified(by: "search", cancelInFlight: true)` and then
/// `.after(.milliseconds(300))` is a search for what is typed, once it has come to rest.
///
/// A module says it in ``Module/policy(for:)``, so it is part of the functional core and can be tested there:
/// `Search.policy(for: .cancelSearch) == .cancels("search")`. Whatever
/// was cancelled has nothing more to say: its answers and its error are dropped. The idea of `cancelInFlight` is from
/// The Composable Architecture.
public struct CommandPolicy: Hashable, CustomStringConvertible {
  @usableFromInline
  enum Kind: Hashable {
    case free
    case identified(AnyHashable, cancelInFlight: Bool)
    case cancels(AnyHashable)
  }
  @usableFromInline let kind: Kind
  /// False where a module says nothing about its commands: then it has said nothing of its children's either.
  @usableFromInline let isStated: Bool
  /// How long it waits before it is performed.
  @usableFromInline let delay: TimeSpan

  @usableFromInline
  init(_ kind: Kind, isStated: Bool = true, delay: TimeSpan = .none) {
    self.kind = kind
    self.isStated = isStated
    self.delay = delay
  }

  /// It runs by itself, until it is done or the program ends.
  @inlinable
  public static var free: CommandPolicy { CommandPolicy(.free) }

  @inlinable
  static var unstated: CommandPolicy { CommandPolicy(.free, isStated: false) }

  /// Whether they say the same.
  public static func == (a: CommandPolicy, b: CommandPolicy) -> Bool { a.kind == b.kind && a.delay == b.delay }

  /// Hashes what they say.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(delay)
  }

  /// It can be cancelled by `id`; with `cancelInFlight`, those that run under the same `id` are cancelled first.
  ///
  /// An `id` may be shared: commands with the same one are cancelled together.
  public static func identified(by id: some Hashable, cancelInFlight: Bool = false) -> CommandPolicy {
    CommandPolicy(.identified(AnyHashable(id), cancelInFlight: cancelInFlight))
  }

  /// It cancels what runs under `id`, and is not given to the handler. Subscribers see it as any command.
  ///
  /// A handler has no case for it if the module's commands are ``Cancellable``.
  public static func cancels(_ id: some Hashable) -> CommandPolicy { CommandPolicy(.cancels(AnyHashable(id))) }

  /// The same, but the command waits for `delay` before it is performed.
  ///
  /// ```swift
  /// struct Finder: Module {
  ///   enum Message: Sendable { case typed(String), found(Int) }
  ///   struct Model: Initable { var text = "", count = 0 }
  ///   enum Command: Sendable { case find(String) }
  ///
  ///   static func update(for message: Message, model: inout Model) -> [Command] {
  ///     switch message {
  ///     case .typed(let text):
  ///       model.text = text
  ///       return [.find(text)]
  ///     case .found(let count): model.count = count
  ///     }
  ///     return []
  ///   }
  ///   static func view(for model: Model) -> String { "\(model.count) found" }
  ///   static func policy(for command: Command) -> CommandPolicy {
  ///     .identified(by: "find", cancelInFlight: true).after(.milliseconds(300))  // what is typed is left to rest
  ///   }
  /// }
  ///
  /// try TestProgram.run(Finder.self) { test in
  ///   try test.send(.typed("sw")) { $0.text = "sw" }
  ///   try test.expect(delayed: .find("sw"), by: .milliseconds(300))
  ///   try test.send(.typed("swift")) { $0.text = "swift" }
  ///   try test.expect(delayed: .find("swift"), by: .milliseconds(300))
  ///   try test.advance(by: .milliseconds(300))
  ///   try test.expect(commands: .find("swift"))
  ///   try test.answer(.find("swift"), with: .found(3)) { $0.count = 3 }
  /// }
  /// ```
  ///
  /// It runs from the moment at which `update` has returned it: ``Program/settle(isolation:)`` waits for it, its id and
  /// its scope cancel it, and it ends with the program. What it cancels by `cancelInFlight` is cancelled in that moment,
  /// also what waits; what `.cancels` cancels, when the time has come. Subscribers, observers of ``Program/commands`` and
  /// the handler see it then, in a turn of its own in the program's isolation, and never if it was cancelled. Of commands
  /// that are due together, the one that waits longest comes first. The policy is asked once, when the command begins to
  /// wait.
  ///
  /// A delay of zero or less is none, one above a hundred years is a hundred years, and of two the last one counts. The
  /// clock is the handler's: ``CommandHandler/timed(by:)``. The command is kept while it waits. Cost: about 1 µs for a
  /// command that waits, and nothing for any other.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public func after(_ delay: Duration) -> CommandPolicy { CommandPolicy(kind, delay: TimeSpan(delay)) }

  /// It is not performed at once.
  @inlinable var isDelayed: Bool { delay != .none }

  /// What is left of it when its time has come: what it replaces was cancelled when it began to wait.
  var whenDue: Kind { if case .identified(let id, _) = kind { .identified(id, cancelInFlight: false) } else { kind } }

  /// How it is written.
  public var description: String { isDelayed ? "\(undelayedDescription).after(\(delay))" : undelayedDescription }

  private var undelayedDescription: String {
    switch kind {
    case .free: ".free"
    case .identified(let id, let cancelInFlight):
      ".identified(by: \(id.base)\(cancelInFlight ? ", cancelInFlight: true" : ""))"
    case .cancels(let id): ".cancels(\(id.base))"
    }
  }
}
