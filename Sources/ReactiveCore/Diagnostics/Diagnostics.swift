/// What debug builds have to say about how the library is used.
///
/// ```swift
/// let name = OpenBehavior("Ada")
/// Diagnostics.hintHandler = { print($0) }
/// let bag = SubscriptionBag()
/// name.sink { print($0) }.store(in: bag)
/// name.value = "Grace"  // prints "Grace": there is nothing to say about this
/// Diagnostics.hintHandler = nil
/// ```
///
/// There are three hints. A derived behavior that is observed in the statement that makes it, and kept by nothing,
/// ends with that statement, and its observer is never called:
///
/// ```text
/// name.map { $0.count }.sink { … }                  // a hint
/// name.map { $0.count }.sink { … }.store(in: bag)   // right: the bag keeps the subscription, which keeps the behavior
/// let count = name.map { $0.count }                 // right, if `count` is kept
/// count.sink { … }
/// ```
///
/// The hint is given where the function that throws the subscription away releases the behavior in the same breath, once
/// for each line of source. It names the line that made the behavior; of an operator, such as `a + b`, which cannot know
/// its line, it names what the behavior is made of. For a loop over `values` outside of any actor it says how to keep them.
/// Behaviors that end later, with the object or the bag that kept them, give none; nor do event streams, such as
/// `name.map { … }.changes`.
///
/// The second: a behavior is read where Observation tracks, as in a SwiftUI body, in a program without ReactiveBindings, so
/// that nothing is notified there. The third: an `@Observable` object changes that the first run of a derivation or effect has read
/// plainly, which does not run for that; it would with `tracked(object, \.property)` of ReactiveBindings.
///
/// Release builds give no hints and spend nothing on them. Systems without `backtrace`, such as
/// Linux with musl, give none either.
public enum Diagnostics {
  private static let state = Locked(HintOutlet())

  /// Called with each hint in debug builds, instead of writing it to standard error; nil to write it there.
  ///
  /// It is called on the thread on which the behavior ends, after it has been taken out of its graph, and may be set from
  /// any thread. Set it to `{ fatalError($0) }` to have tests stop at a hint, to `{ _ in }` to have silence.
  public static var hintHandler: (@Sendable (_ hint: String) -> Void)? {
    get { state.withLock { $0.handler } }
    set {
      // The handler before it is released outside of the lock, since its end may set a handler.
      let before = state.withLock { state in
        defer { state.handler = newValue }
        return state.handler
      }
      withExtendedLifetime(before) {}
    }
  }

  #if DEBUG
  /// Passes a hint on, unless the same one was given before.
  static func give(_ hint: Hint) {
    if isCollected(hint) { return }
    let (isNew, handler) = state.withLock { ($0.given.insert(hint).inserted, $0.handler) }
    if !isNew { return }
    if let handler { handler(hint.text) } else { writeToStandardError("swift-reactive: \(hint.text)\n") }
  }
  #endif
}

private struct HintOutlet {
  var handler: (@Sendable (String) -> Void)?
  #if DEBUG
  var given: Set<Hint> = []
  #endif
}
