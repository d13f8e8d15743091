/// A command that is a request, or cancels requests. Handlers receive only the requests.
///
/// ```swift
/// struct Lookup: Module {
///   enum Request: Sendable { case find(String) }
///   enum Message: Sendable { case typed(String), cleared, found(String) }
///   struct Model: Initable { var result = "" }
///   typealias Command = CancellableCommand<Request>
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .typed(let text): return [.perform(.find(text))]
///     case .cleared: return [.cancel("lookup")]
///     case .found(let result): model.result = result
///     }
///     return []
///   }
///   static func view(for model: Model) -> String { model.result }
///   static func policy(for command: Command) -> CommandPolicy {
///     switch command {
///     case .perform: .identified(by: "lookup", cancelInFlight: true)
///     case .cancel(let id): .cancels(id)
///     }
///   }
/// }
///
/// let lookup = Lookup.makeProgram(handler: .requests { request in
///   switch request {
///   case .find(let text): .found("\(text) is a bird")
///   }
/// })
/// lookup.dispatch(.typed("swift"))
/// print(lookup.view)  // swift is a bird
/// ```
///
/// If the parent's command is a `CancellableCommand` too, the parent wraps the child's by
/// `command: { $0.map(Request.lookup) }`. A child cancels only its own commands, as with any ``CommandPolicy``. Its
/// ``Embedding/scope`` is the `id` that cancels all of them. Cost: none beyond the enum.
public enum CancellableCommand<Request> {
  /// A request to perform.
  case perform(Request)
  /// Cancels the commands with this id.
  case cancel(AnyHashable)

  /// Returns this command with its request transformed.
  public func map<New>(_ transform: (Request) -> New) -> CancellableCommand<New> {
    switch self {
    case .perform(let request): .perform(transform(request))
    case .cancel(let id): .cancel(id)
    }
  }
}

extension CancellableCommand: Equatable where Request: Equatable {}
extension CancellableCommand: Hashable where Request: Hashable {}

/// A command that may contain an id of its own module.
protocol CancellingCommand {
  /// The id that it cancels, if any.
  var cancelledID: AnyHashable? { get }
  static func cancelling(_ id: AnyHashable) -> Self
}

extension CancellableCommand: CancellingCommand {
  var cancelledID: AnyHashable? { if case .cancel(let id) = self { id } else { nil } }
  static func cancelling(_ id: AnyHashable) -> CancellableCommand { .cancel(id) }
}

extension Module {
  /// Converts the id in `whole`, which wraps the child's command `own`, to the child's scope in this module.
  ///
  /// If this module forwards the policy of `whole` to the child, the policy has the converted id, and the command keeps
  /// the child's.
  static func scoped<Child: Module>(
    _ whole: Command, of own: Child.Command, in child: Child.Type, by scope: @autoclosure () -> CommandScope
  ) -> Command {
    guard let kind = Command.self as? any CancellingCommand.Type,
      let id = (own as? any CancellingCommand)?.cancelledID, (whole as? any CancellingCommand)?.cancelledID == id
    else { return whole }
    let wanted = Child.policy(for: own).scoped(by: scope())
    guard case .cancels(let id) = wanted.kind, policy(for: whole) != wanted else { return whole }
    return kind.cancelling(id) as? Command ?? whole
  }
}
