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
/// The cause is the first dependency, in read order, whose value changed, not the source that was written. The
/// dependency links record it at no cost. Reading it takes time proportional to the dependencies.
public enum RunCause: Equatable, CustomStringConvertible {
  /// It has not run yet.
  case never
  /// It ran for the first time.
  case creation
  /// This dependency changed: an atom, a derivation or another behavior.
  case changed(ReactiveNode)
  /// `run()` was called.
  case request
  /// The changed dependency was released or not read again, the end of a batch reverted a value that the run before had
  /// seen, or the node has ended.
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

  /// Whether both are equal; dependencies are compared by identity.
  public static func == (one: RunCause, other: RunCause) -> Bool {
    switch (one, other) {
    case (.never, .never), (.creation, .creation), (.request, .request), (.unknown, .unknown): true
    case (.changed(let one), .changed(let other)): one === other
    default: false
    }
  }

  /// The cause in words; a dependency is identified by its name, or else by the file and line of its creation.
  public var description: String {
    switch self {
    case .never: "has not run"
    case .creation: "first run"
    case .changed(let node): "\(node.label) changed"
    case .request: "run() was called"
    case .unknown:
      """
      unknown: the dependency that had changed was released or not read again, a batch has reverted it, or this has ended
      """
    }
  }
}
