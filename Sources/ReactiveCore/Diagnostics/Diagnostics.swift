/// Hints of debug builds about misuse of the library.
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
/// There are three hints. The first: a derived behavior that is observed in the statement that creates it, and that
/// nothing retains, ends with that statement. Its observer is never called:
///
/// ```text
/// name.map { $0.count }.sink { … }                  // a hint
/// name.map { $0.count }.sink { … }.store(in: bag)   // right: the bag keeps the subscription, which keeps the behavior
/// let count = name.map { $0.count }                 // right, if `count` is kept
/// count.sink { … }
/// ```
///
/// It is given once per source line, if the function that discards the subscription also releases the behavior at once.
/// It names the line that created the behavior or, for an operator such as `a + b`, the operands; for a part of a
/// collection, such as `rows[7]`, the line of the collection. For a loop over `values` outside of any actor, it
/// explains how to retain the behavior. Behaviors that end later, with their owner or bag, and event streams such as
/// `name.map { … }.changes` give no hint.
///
/// The second: a behavior is read where Observation tracks, as in a SwiftUI body, in a program without
/// ReactiveBindings. Changes notify nothing there.
///
/// The third: an `@Observable` object changes that the first run of a derivation or effect read directly. The function
/// does not rerun; with `tracked(object, \.property)` of ReactiveBindings it would.
///
/// Release builds give no hints, at no cost. Systems without `backtrace`, such as Linux with musl, give none either.
public enum Diagnostics {
  private static let state = Locked(HintOutlet())

  /// Receives each hint in debug builds; if nil, hints go to standard error.
  ///
  /// It runs on the thread on which the behavior ends, after the behavior has left its graph. It can be set from any
  /// thread. `{ fatalError($0) }` stops tests at a hint; `{ _ in }` silences hints.
  public static var hintHandler: (@Sendable (_ hint: String) -> Void)? {
    get { state.withLock { $0.handler } }
    set {
      // Released outside of the lock, since its deallocation may set a handler.
      let before = state.withLock { state in
        defer { state.handler = newValue }
        return state.handler
      }
      withExtendedLifetime(before) {}
    }
  }

  #if DEBUG
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
