/// How a command runs beside others, and when.
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
/// ``after(_:)`` delays a command: `.identified(by: "search", cancelInFlight: true)` with `.after(.milliseconds(300))`
/// debounces a search.
///
/// ``Module/policy(for:)`` returns policies, so a test can check them:
/// `Search.policy(for: .cancelSearch) == .cancels("search")`. Answers and errors of a cancelled command are dropped.
/// `cancelInFlight` is from The Composable Architecture.
public struct CommandPolicy: Hashable, CustomStringConvertible {
  @usableFromInline
  enum Kind: Hashable {
    case free
    case identified(AnyHashable, cancelInFlight: Bool)
    case cancels(AnyHashable)
  }
  @usableFromInline let kind: Kind
  /// False if the module has no `policy(for:)`, and so forwards no policies of children.
  @usableFromInline let isStated: Bool
  @usableFromInline let delay: TimeSpan

  @usableFromInline
  init(_ kind: Kind, isStated: Bool = true, delay: TimeSpan = .none) {
    self.kind = kind
    self.isStated = isStated
    self.delay = delay
  }

  /// The command runs until it is done or the program ends.
  @inlinable
  public static var free: CommandPolicy { CommandPolicy(.free) }

  @inlinable
  static var unstated: CommandPolicy { CommandPolicy(.free, isStated: false) }

  /// Whether two policies have the same kind and delay.
  public static func == (a: CommandPolicy, b: CommandPolicy) -> Bool { a.kind == b.kind && a.delay == b.delay }

  /// Hashes the kind and delay.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(delay)
  }

  /// The command can be cancelled by `id`, with all others of that `id`. With `cancelInFlight`, it first cancels those.
  public static func identified(by id: some Hashable, cancelInFlight: Bool = false) -> CommandPolicy {
    CommandPolicy(.identified(AnyHashable(id), cancelInFlight: cancelInFlight))
  }

  /// The command cancels all commands with `id`. Subscribers receive it, but the handler does not.
  ///
  /// If the module's commands are ``CancellableCommand``, the handler needs no case for it.
  public static func cancels(_ id: some Hashable) -> CommandPolicy { CommandPolicy(.cancels(AnyHashable(id))) }

  /// Returns this policy with a `delay` before the command is performed.
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
  /// The command counts as running once `update` has returned it: ``Program/settle(isolation:)`` waits for it, its id
  /// and scope cancel it, and it ends with the program. The program retains it while it waits.
  ///
  /// - `cancelInFlight` cancels running and waiting commands when the delay begins, `.cancels` when it ends.
  /// - Subscribers, observers of ``Program/commands`` and the handler receive the command when it is due, in its own
  ///   turn in the program's isolation.
  /// - Commands due together run in the order in which they were delayed.
  /// - The policy is evaluated once, when the delay begins.
  /// - A delay of zero or less means no delay. The maximum is a hundred years. Of two delays, the last counts.
  /// - ``CommandHandler/timed(by:)`` sets the clock.
  ///
  /// Cost: about 1 µs for a delayed command; none for any other.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public func after(_ delay: Duration) -> CommandPolicy { CommandPolicy(kind, delay: TimeSpan(delay)) }

  @inlinable var isDelayed: Bool { delay != .none }

  /// The kind to perform when due: `cancelInFlight` was applied when the delay began.
  var whenDue: Kind { if case .identified(let id, _) = kind { .identified(id, cancelInFlight: false) } else { kind } }

  /// The policy much as in code: `.identified(by: search, cancelInFlight: true).after(0.3 seconds)`.
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
