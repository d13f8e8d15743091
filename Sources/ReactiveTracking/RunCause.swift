/// Why an effect or a derivation ran last.
///
/// ```swift
/// let count = atom(0, name: "count"), limit = atom(10, name: "limit")
/// let effect = Effect { _ = count.value < limit.value }
/// print(effect.cause)  // first run
/// limit.value = 20
/// print(effect.cause)  // limit changed
/// ```
///
/// The cause is verified: it is the first dependency, in read order, whose value had changed, not the source that was
/// written. It is noted in the dependency links, so it costs nothing until it is read, and then time in proportion to
/// the dependencies.
public enum RunCause: Equatable, CustomStringConvertible {
  /// It has not run yet.
  case never
  /// It ran for the first time.
  case creation
  /// This dependency had changed: an atom, a derivation or another behavior.
  case changed(ReactiveNode)
  /// `run()` was called.
  case request
  /// Not known: the dependency that had changed was released or was not read again, or the node that ran has ended.
  case unknown

  init(of node: ReactiveNode) {
    self =
      switch node.nodeCause {
      case .never, nil: .never
      case .first: .creation
      case .change(let node): .changed(node)
      case .request: .request
      case .unknown: .unknown
      }
  }

  /// Whether both are the same; two dependencies are if they are one object.
  public static func == (one: RunCause, other: RunCause) -> Bool {
    switch (one, other) {
    case (.never, .never), (.creation, .creation), (.request, .request), (.unknown, .unknown): true
    case (.changed(let one), .changed(let other)): one === other
    default: false
    }
  }

  /// The cause in words; a dependency is called by its name, or else by the file and line of its creation.
  public var description: String {
    switch self {
    case .never: "has not run"
    case .creation: "first run"
    case .changed(let node): "\(node.label) changed"
    case .request: "run() was called"
    case .unknown: "unknown: the dependency that had changed was released, or was not read again"
    }
  }
}
