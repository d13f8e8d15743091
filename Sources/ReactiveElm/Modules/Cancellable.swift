/// A command that is a request to the world, or one that cancels requests: then a handler is given requests alone.
///
/// ```swift
/// struct Lookup: Module {
///   enum Request: Sendable { case find(String) }
///   enum Message: Sendable { case typed(String), cleared, found(String) }
///   struct Model: Initable { var result = "" }
///   typealias Command = Cancellable<Request>
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
/// A parent wraps such commands of a child with `command: { $0.map(Request.lookup) }`, if its own command is one; what the
/// child cancels is the child's alone, as with any ``CommandPolicy``. An `id` of a child's ``Embedding/scope`` cancels all
/// that it has running. Cost: none beside the enum.
public enum Cancellable<Request> {
  /// To be performed.
  case perform(Request)
  /// Cancels what runs under this id.
  case cancel(AnyHashable)

  /// The same, with the request that `transform` makes of this one.
  public func map<New>(_ transform: (Request) -> New) -> Cancellable<New> {
    switch self {
    case .perform(let request): .perform(transform(request))
    case .cancel(let id): .cancel(id)
    }
  }
}

extension Cancellable: Equatable where Request: Equatable {}
extension Cancellable: Hashable where Request: Hashable {}

/// A command that may have an id in it, which is its module's own.
protocol CancellingCommand {
  /// The id of what it cancels, if it cancels.
  var cancelledID: AnyHashable? { get }
  static func cancelling(_ id: AnyHashable) -> Self
}

extension Cancellable: CancellingCommand {
  var cancelledID: AnyHashable? { if case .cancel(let id) = self { id } else { nil } }
  static func cancelling(_ id: AnyHashable) -> Cancellable { .cancel(id) }
}

extension Module {
  /// The command `whole` that this module makes of `own`, its child's, with the id that it has here.
  ///
  /// Where this module asks the child for the policy of `whole`, the id is found there, and stays the child's in the
  /// command. Otherwise the command counts as one of this module's, and its id has to be this module's, too.
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
