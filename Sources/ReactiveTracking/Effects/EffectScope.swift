/// Owns effects, and ends them together.
///
/// ```swift
/// let scope = EffectScope()
/// let count = atom(0)
/// scope.run {
///   _ = Effect { print("a\(count.value)") }  // prints "a0"
///   _ = Effect { print("b\(count.value)") }  // prints "b0"
///   onCleanup { print("end") }
/// }
/// count.value = 1  // prints "a1", "b1"
/// scope.cancel()   // prints "end"
/// ```
///
/// What is made in ``run(_:)`` belongs to the scope: effects, and scopes, which are its children. They end in reverse
/// order, children before the scope's own cleanups. One that ends early leaves the scope at once. The scope ends with
/// its last reference, or with ``cancel()``, or with the scope that it was made in. Cost: about 120 bytes; owning an
/// effect allocates nothing. From Vue.
public final class EffectScope: ScopeNode {
  /// A scope; made inside another scope's `run`, a child of it.
  ///
  /// Messages call it by `name`, or else by the `file` and `line` of its creation.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    super.init(named: name, file: file, line: line, joinsOwner: true)
  }

  /// A scope that belongs to an effect.
  init(ofEffect name: String?, _ file: StaticString, _ line: UInt) { super.init(named: name, file: file, line: line) }

  /// Runs `body`; the effects and scopes that it makes belong to this scope.
  ///
  /// Not those that the body of an effect or a derivation makes while it runs inside: nested ownership is explicit. An
  /// effect that is made in a scope that has been cancelled has ended, and never runs.
  ///
  /// - Returns: what `body` returns.
  @discardableResult
  public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try own(body)
  }

  /// An effect that belongs to this scope; see ``Effect``.
  @discardableResult
  public func effect(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) -> Effect { own { Effect(name: name, file: file, line: line, body) } }

  /// An effect that belongs to this scope and is given one of its own.
  @discardableResult
  public func effect(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (EffectScope) -> Void
  ) -> Effect { own { Effect(name: name, file: file, line: line, body) } }

  /// An effect that belongs to this scope and whose body may throw.
  @discardableResult
  public func effect<Failure: Error>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () throws(Failure) -> Void, catch handler: @escaping (Failure) -> Void
  ) -> Effect { own { Effect(name: name, file: file, line: line, body, catch: handler) } }

  /// An effect that belongs to this scope, is given one of its own, and whose body may throw; see
  /// ``Effect/scoped(name:file:line:_:catch:)``.
  @discardableResult
  public func scopedEffect<Failure: Error>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (EffectScope) throws(Failure) -> Void, catch handler: @escaping (Failure) -> Void
  ) -> Effect { own { Effect.scoped(name: name, file: file, line: line, body, catch: handler) } }

  /// Runs `cleanup` when the scope ends, after the end of what it owns; the last one first. At once, if it has ended.
  public func onCleanup(_ cleanup: @escaping () -> Void) {
    // There is an owner: the scope.
    _ = own { addCleanup(cleanup) }
  }

  /// Ends everything in it, the last first, then runs its cleanups. Harmless when repeated.
  public func cancel() { end() }

  /// Whether it has ended.
  public var isCancelled: Bool { isEnded }

  /// Defers the effects in it, and in its children: until ``resume()`` they do not run, whatever changes.
  ///
  /// Derivations are not concerned: they are up to date whenever they are read. An effect that is made meanwhile runs
  /// at once, and then waits like the others.
  public func pause() { pauseItself(true) }

  /// Ends the pause: each effect whose dependencies have changed during the pause runs, once.
  ///
  /// A child that was paused by itself stays paused, and so does this scope if the one around it is.
  public func resume() { batch { pauseItself(false) } }
}
