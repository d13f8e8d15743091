/// Identifies commands by their child's path from the outermost module, and an optional id.
///
/// So the ids of different children never collide.
struct CommandScope: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  private struct Step: Hashable {
    let place: AnyKeyPath
    let key: AnyHashable?
  }
  private var steps: [Step]
  private var id: AnyHashable?

  init(_ place: AnyKeyPath, key: AnyHashable? = nil) { steps = [Step(place: place, key: key)] }

  var identity: AnyHashable { AnyHashable(self) }

  /// Qualifies a child's `id` with this scope. If it is a scope itself, it belongs to a grandchild.
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

  /// The scope of a command that cancels `id`, if any: that of the id, or the one around a whole scope.
  static func scope(ofCommandCancelling id: AnyHashable) -> AnyHashable? {
    guard var scope = id.base as? CommandScope else { return nil }
    if scope.id == nil { scope.steps.removeLast() }
    scope.id = nil
    return scope.steps.isEmpty ? nil : scope.identity
  }

  /// All ids of a command with `id`: its own, and its scopes.
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

extension CommandScope {
  /// Such as `\Parent.rows[3]: "search"`. The same in each process, since recordings store it.
  var description: String {
    let path = steps.map { step in
      // The address of a computed property is not.
      let words = "\(step.place)".split(separator: " ").filter { !$0.hasPrefix("0x") }
      return words.joined(separator: " ") + (step.key.map { "[\(ValueText.of($0.base, room: .max))]" } ?? "")
    }
    return path.joined(separator: " ") + (id.map { ": \(ValueText.of($0.base, room: .max))" } ?? "")
  }
  var debugDescription: String { description }
}

extension CommandPolicy {
  /// This policy for a child's command, which always runs under its scope.
  func scoped(by scope: CommandScope) -> CommandPolicy {
    let kind: Kind =
      switch kind {
      case .free: .identified(scope.identity, cancelInFlight: false)
      case .identified(let id, let cancelInFlight): .identified(scope.identity(of: id), cancelInFlight: cancelInFlight)
      case .cancels(let id): .cancels(scope.identity(of: id))
      }
    return CommandPolicy(kind, delay: delay)
  }

  /// The id that cancels a waiting command. A `.cancels` command is cancelled by its scope, not by its target's id.
  var idOfWaiting: AnyHashable? {
    switch kind {
    case .free: nil
    case .identified(let id, _): id
    case .cancels(let id): CommandScope.scope(ofCommandCancelling: id)
    }
  }
}
