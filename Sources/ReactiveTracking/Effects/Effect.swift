/// A side effect that follows what it reads: it runs at once, and again after each change.
///
/// ```swift
/// @Atom var count = 0
/// let effect = Effect { print("count is \(count)") }  // prints "count is 0"
/// count += 1                                          // prints "count is 1"
/// effect.cancel()
/// count += 1                                          // prints nothing
/// ```
///
/// It runs again when something that it read in its last run has really changed, once for a
/// ``/ReactiveCore/batch(_:)``, after the write that changed it has been stored. What it reads is found anew in each
/// run. Its writes are a batch of their own; if they change what it reads, it runs again afterwards. Effects run in the
/// order in which they were reached, first in, first out.
///
/// One handle is one lifetime: the effect ends with its last reference, or with ``/ReactiveCore/Reaction/cancel()``. (A
/// ``/ReactiveCore/Subscription`` may be thrown away; this may not.)
/// One that is made inside ``EffectScope/run(_:)`` lives as long as the scope. A local handle that is not used again
/// may end before its block does, as any local object in Swift: keep handles in a property, or use
/// `withExtendedLifetime`. Its body keeps alive what it captures. Cost: 128 bytes, and 48 for each dependency. From
/// Ripple.
public final class Effect: Reaction, Runtime.Subscriber {
  private init(name: String?, file: StaticString, line: UInt, body: @escaping () -> Void) {
    super.init(named: name, file: file, line: line, body: consume body)
    if let runtime = RippleContext.runtimeIfAny { runtime.adopt(self) }
  }

  /// An effect that a runtime keeps, and starts when its subscriber is registered.
  init(unstarted name: String, in runtime: Runtime, body: @escaping () -> Void) {
    super.init(named: name, file: "", line: 0, body: body)
    runtime.adopt(self, isKept: true)
  }

  /// An effect that runs `body` now, and again after each change of what it reads.
  ///
  /// Messages and pictures call the effect by `name`, or else by the `file` and `line` of its creation.
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) {
    self.init(name: name, file: file, line: line, body: consume body)
    Self.launch(self)
  }

  /// An effect whose body is given a scope of its own, which is emptied before each run and ends with the effect.
  ///
  /// ```swift
  /// let user = atom("Ada"), unread = atom(3)
  /// let effect = Effect { scope in
  ///   let name = user.value
  ///   scope.effect { print("\(name): \(unread.value)") }  // prints "Ada: 3"
  /// }
  /// unread.value = 4    // prints "Ada: 4"
  /// user.value = "Bob"  // prints "Bob: 4": the effect for Ada has ended
  /// ```
  ///
  /// The scope owns the effects and scopes that the body makes, the last of them ends first, all of them before the
  /// body runs again. What they read is not what the outer effect reads.
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (EffectScope) -> Void
  ) {
    let scope = EffectScope(ofEffect: name, file, line)
    self.init(name: name, file: file, line: line, with: scope) {
      onCleanup { scope.empty() }
      scope.own { body(scope) }
    }
  }

  /// An effect with a scope of its own, which ends with the effect; when it is emptied before is up to `body`.
  convenience init(
    name: String?, file: StaticString, line: UInt, with scope: EffectScope, _ body: @escaping () -> Void
  ) {
    self.init(name: name, file: file, line: line, body: body)
    Self.launch(self, with: scope)
  }

  /// An effect whose body may throw.
  ///
  /// ```swift
  /// struct Failed: Error {}
  /// let input = atom("1")
  /// let effect = Effect {
  ///   guard Int(input.value) != nil else { throw Failed() }
  /// } catch: { error in
  ///   print("\(error)")
  /// }
  /// input.value = "x"  // prints "Failed()"
  /// input.value = "2"  // runs again
  /// ```
  ///
  /// `handler` is called with the error after everything that is queued has been notified. If the first run throws, the
  /// effect has ended; if a later run throws, the effect keeps following what that run had read.
  public convenience init<Failure: Error>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () throws(Failure) -> Void, catch handler: @escaping (Failure) -> Void
  ) {
    let guarded = ThrowingBody(body, handler)
    self.init(name: name, file: file, line: line, body: { guarded.run() })
    guarded.effect = self
    Self.launch(self)
  }

  /// An effect whose body may throw, and is given a scope of its own, which is emptied before each run and ends with the
  /// effect.
  ///
  /// ```swift
  /// struct Unknown: Error { let user: Int }
  /// let names = [1: "Ada"], user = atom(1), unread = atom(3)
  /// let effect = Effect.scoped { scope in
  ///   guard let name = names[user.value] else { throw Unknown(user: user.value) }
  ///   scope.effect { print("\(name): \(unread.value)") }  // prints "Ada: 3"
  /// } catch: { error in
  ///   print(error)
  /// }
  /// unread.value = 4  // prints "Ada: 4"
  /// user.value = 2    // prints "Unknown(user: 2)": the effect for Ada has ended
  /// unread.value = 5  // prints nothing
  /// ```
  ///
  /// If the first run throws, the effect has ended, and with it what the scope owns. If a later one does, what it has
  /// made until then lives on to the next run.
  public static func scoped<Failure: Error>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (EffectScope) throws(Failure) -> Void, catch handler: @escaping (Failure) -> Void
  ) -> Effect {
    let scope = EffectScope(ofEffect: name, file, line)
    let guarded = ThrowingBody(
      { () throws(Failure) in try scope.own { () throws(Failure) in try body(scope) } }, handler)
    let effect = Effect(
      name: name, file: file, line: line,
      body: {
        onCleanup { scope.empty() }
        guarded.run()
      })
    guarded.effect = effect
    Self.launch(effect, with: scope)
    return effect
  }

  /// Runs the body now, whatever has changed, also while its scope is paused or its runtime waits for a flush. Inside its
  /// own body: again, after it; that second run is a turn, for which a pause and a runtime that is flushed by hand wait.
  public func run() { rerun() }

  /// Why the body ran last. See ``RunCause``.
  public var cause: RunCause { RunCause(of: self) }
}

/// The body of an effect that may throw.
private final class ThrowingBody<Failure: Error> {
  weak var effect: Effect?
  private var isFirst = true
  private let body: () throws(Failure) -> Void
  private let handler: (Failure) -> Void

  init(_ body: @escaping () throws(Failure) -> Void, _ handler: @escaping (Failure) -> Void) {
    self.body = body
    self.handler = handler
  }

  func run() {
    let isFirst = self.isFirst
    self.isFirst = false
    do {
      try body()
    } catch {
      let label = effect?.label ?? "an effect that has ended"
      if isFirst { effect?.cancel() }
      callLater(after: .queue, label: label) { [handler] in handler(error) }
    }
  }
}
