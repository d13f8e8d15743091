/// How a command is run beside those that are still running.
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

  @usableFromInline
  init(_ kind: Kind, isStated: Bool = true) {
    self.kind = kind
    self.isStated = isStated
  }

  /// It runs by itself, until it is done or the program ends.
  @inlinable
  public static var free: CommandPolicy { CommandPolicy(.free) }

  @inlinable
  static var unstated: CommandPolicy { CommandPolicy(.free, isStated: false) }

  /// Whether they say the same.
  public static func == (a: CommandPolicy, b: CommandPolicy) -> Bool { a.kind == b.kind }

  /// Hashes what they say.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

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

  /// How it is written.
  public var description: String {
    switch kind {
    case .free: ".free"
    case .identified(let id, let cancelInFlight):
      ".identified(by: \(id.base)\(cancelInFlight ? ", cancelInFlight: true" : ""))"
    case .cancels(let id): ".cancels(\(id.base))"
    }
  }
}
