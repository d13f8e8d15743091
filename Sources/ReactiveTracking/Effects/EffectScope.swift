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
/// The scope owns the effects and child scopes created in ``run(_:)``. They end in reverse order, children before the
/// scope's own cleanups. A member that ends early leaves the scope at once. The scope ends with its last reference, at
/// ``cancel()``, or with its parent scope. Cost: about 120 bytes; owning an effect allocates nothing. From Vue.
public final class EffectScope: ScopeNode {
  /// A scope; inside another scope's `run`, its child.
  ///
  /// Messages identify it by `name`, or else by `file` and `line`.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    super.init(named: name, file: file, line: line, joinsOwner: true)
  }

  /// A scope that belongs to an effect.
  init(ofEffect name: String?, _ file: StaticString, _ line: UInt) { super.init(named: name, file: file, line: line) }

  /// Runs `body`; the effects and scopes that it creates belong to this scope.
  ///
  /// Members created by an effect, derivation or observer that runs inside do not: nested ownership is explicit. An
  /// effect created in a cancelled scope has ended from the beginning, and never runs.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @discardableResult
  public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try own(body)
  }

  /// An effect in this scope.
  @discardableResult
  public func effect(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) -> Effect { own { Effect(name: name, file: file, line: line, body) } }

  /// An effect in this scope, with a scope of its own.
  @discardableResult
  public func effect(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (EffectScope) -> Void
  ) -> Effect { own { Effect(name: name, file: file, line: line, body) } }

  /// An effect in this scope whose body may throw.
  @discardableResult
  public func effect<Failure: Error>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () throws(Failure) -> Void, catch handler: @escaping (Failure) -> Void
  ) -> Effect { own { Effect(name: name, file: file, line: line, body, catch: handler) } }

  /// An effect in this scope, with a scope of its own, whose body may throw; see
  /// ``Effect/scoped(name:file:line:_:catch:)``.
  @discardableResult
  public func scopedEffect<Failure: Error>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (EffectScope) throws(Failure) -> Void, catch handler: @escaping (Failure) -> Void
  ) -> Effect { own { Effect.scoped(name: name, file: file, line: line, body, catch: handler) } }

  /// Runs `cleanup` when the scope ends, after its members, in reverse order; at once if the scope has ended.
  public func onCleanup(_ cleanup: @escaping () -> Void) {
    _ = own { addCleanup(cleanup) }
  }

  /// Ends the members in reverse order, then runs the cleanups. Harmless when repeated.
  public func cancel() { end() }

  /// Whether the scope has ended.
  public var isCancelled: Bool { isEnded }

  /// Defers the effects of this scope and its children until ``resume()``.
  ///
  /// ```swift
  /// let count = atom(0)
  /// let scope = EffectScope()
  /// scope.effect { print(count.value) }  // prints "0"
  /// scope.pause()
  /// count.value = 1
  /// count.value = 2                      // prints nothing
  /// print(scope.isPaused)                // true
  /// scope.resume()                       // prints "2"
  /// ```
  ///
  /// Derivations are not affected: they are up to date at each read. An effect created meanwhile runs at once, and then
  /// waits like the others. Paused effects still observe: sources that run while observed go on. One ``resume()`` ends
  /// any number of pauses.
  public func pause() { pauseItself(true) }

  /// Ends the pause: each effect whose dependencies changed meanwhile runs once.
  ///
  /// A child that was paused itself stays paused, and so does this scope while its parent is paused: `isPaused` says so.
  public func resume() { batch { pauseItself(false) } }
}
