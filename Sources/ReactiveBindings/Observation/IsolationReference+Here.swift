#if canImport(Observation)
#if canImport(Dispatch)
internal import Dispatch
#endif
import ReactiveCore

extension IsolationReference {
  var isMain: Bool { if case .main = self { true } else { false } }
  var isNowhere: Bool { if case .nowhere = self { true } else { false } }

  /// Whether the caller certainly runs in this isolation, if it did in `context`.
  ///
  /// For an actor other than the main one, a failing check would stop the program.
  func isHere(like context: ExecutionContext) -> Bool {
    switch self {
    case .main: MainQueue.isHere
    case .actor: false
    case .nowhere: context == .current
    }
  }
}

private enum MainQueue {
  #if canImport(Dispatch)
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isHere: Bool { DispatchQueue.getSpecific(key: key) != nil }
  #else
  static var isHere: Bool { false }
  #endif
}
#endif
