/// Identifies commands: those of the child at the end of a path, from the outermost module on; with an id, some of
/// them.
///
/// So an id that a child gives to its commands is its own, even if another child uses the same id.
struct CommandScope: Hashable {
  private struct Step: Hashable {
    let place: AnyKeyPath
    let key: AnyHashable?
  }
  private var steps: [Step]
  private var id: AnyHashable?

  init(_ place: AnyKeyPath, key: AnyHashable? = nil) { steps = [Step(place: place, key: key)] }

  var identity: AnyHashable { AnyHashable(self) }

  /// The id of the command that the child calls `id`. If that is a scope, one of the child's own children has it.
  func identity(of id: AnyHashable) -> AnyHashable {
    var result = self
    if let inner = id.base as? CommandScope {
      result.steps += inner.steps
      result.id = inner.id
    } else {
      result.id = id
    }
    return result.identity
  }

  /// The innermost scope that a command with `id` runs in; nil if it runs in none.
  static func scope(of id: AnyHashable) -> AnyHashable? {
    guard var scope = id.base as? CommandScope else { return nil }
    scope.id = nil
    return scope.identity
  }

  /// All ids that identify a command with `id`: its own, and the scopes that it runs in.
  static func identities(of id: AnyHashable) -> [AnyHashable] {
    guard let whole = id.base as? CommandScope else { return [id] }
    var scope = whole
    scope.id = nil
    var all: [AnyHashable] = whole.id == nil ? [] : [id]
    while !scope.steps.isEmpty {
      all.append(scope.identity)
      scope.steps.removeLast()
    }
    return all
  }
}

extension CommandPolicy {
  /// The same for the commands of a child, which all run under the scope at least.
  func scoped(by scope: CommandScope) -> CommandPolicy {
    let kind: Kind =
      switch kind {
      case .free: .identified(scope.identity, cancelInFlight: false)
      case .identified(let id, let cancelInFlight): .identified(scope.identity(of: id), cancelInFlight: cancelInFlight)
      case .cancels(let id): .cancels(scope.identity(of: id))
      }
    return CommandPolicy(kind, delay: delay)
  }

  /// What cancels the command while it waits. One that is to cancel others is not meant by the id that it has for them.
  var idOfWaiting: AnyHashable? {
    switch kind {
    case .free: nil
    case .identified(let id, _): id
    case .cancels(let id): CommandScope.scope(of: id)
    }
  }
}
