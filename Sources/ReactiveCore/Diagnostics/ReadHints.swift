// Unsafe: passes on the node to evaluate, and its evaluation.
//
// Invariant: both belong to the caller and outlive the call.
//
// Hints where the graph and Observation do not track each other: a behavior read where Observation tracks, without
// ReactiveBindings, and an `@Observable` object read in an evaluation.

#if DEBUG
#if canImport(Observation)
internal import Observation

/// Replaces the port of ReactiveBindings in a program without it. The first tracked read gives a hint.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ReadHintPort: ReadPort, Observable {
  private subscript(probe: ReadProbe) -> Void { () }
  private static let path: any KeyPath<ReadHintPort, Void> & Sendable = \ReadHintPort.[ReadProbe()]
  private static let isGiven = Locked(false)
  private let registrar = ObservationRegistrar()

  func register() { registrar.access(self, keyPath: Self.path) }

  func follow(_ node: ValueNode) {
    let isFirst = Self.isGiven.withLock { isGiven in
      defer { isGiven = true }
      return !isGiven
    }
    if isFirst { Diagnostics.give(Hint(text: Self.hint(for: node), place: 0)) }
  }

  static func hint(for node: ReactiveNode) -> String {
    """
    the \(node.hintName) was read where Observation tracks, as SwiftUI does in a body, but nothing will be notified of \
    its changes there: the module that does so, ReactiveBindings, is no part of this program. Add it to the \
    target's dependencies; or read by `peek()`, if changes do not matter.
    """
  }

  func notify() -> Bool { false }
  var wasReadSinceChange: Bool { false }
}
#endif

extension Context {
  /// Evaluates `node`, and records the `@Observable` objects that its first run reads, which will not rerun it. For
  /// later runs, Observation would keep a record each until the object changes.
  func askAndHint(_ node: NodeRef, _ evaluation: UnsafeRawPointer) -> Bool {
    #if canImport(Observation)
    guard node.flags.isDisjoint(with: [.hasValue, .begun, .standIn]),
      #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    else { return unsafe node.ask(.evaluate, about: evaluation) }
    let what = unsafe node.object._withUnsafeGuaranteedRef { "the \(type(of: $0)) made at \($0.label)" }
    let outer = unsafe raw.pointee.hints.followsObjects
    unsafe raw.pointee.hints.followsObjects = false
    let followsObjects = Locked(false)
    let isChanged = withObservationTracking {
      unsafe node.ask(.evaluate, about: evaluation)
    } onChange: {
      if followsObjects.withLock({ $0 }) { return }
      Diagnostics.give(
        Hint(
          text: """
            \(what), or something that it reads, has read a property of an @Observable object that changes now. It is not \
            run again for that: an evaluation follows behaviors, and an object only where it reads it by \
            `tracked(object, \\.property)`, which ReactiveBindings has. Write that, or put a read that is not to be followed \
            into `untracked`.
            """, place: 0))
    }
    let follows = unsafe raw.pointee.hints.followsObjects
    followsObjects.withLock { $0 = follows }
    unsafe raw.pointee.hints.followsObjects = outer || follows
    return isChanged
    #else
    return unsafe node.ask(.evaluate, about: evaluation)
    #endif
  }

  /// Observation tracks an object in the innermost evaluation, or reads are untracked on purpose.
  package static func noteFollowedObjects() { unsafe ready.raw.pointee.hints.followsObjects = true }
}
#endif
