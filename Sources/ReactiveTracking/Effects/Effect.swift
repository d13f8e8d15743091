/// A side effect that runs at once, and again when a dependency changes.
///
/// ```swift
/// @Atom var count = 0
/// let effect = Effect { print("count is \(count)") }  // prints "count is 0"
/// count += 1                                          // prints "count is 1"
/// effect.cancel()
/// count += 1                                          // prints nothing
/// ```
///
/// The effect reruns after a write that changes a dependency of its last run, once per ``/ReactiveCore/batch(_:)``.
/// Each run records its dependencies anew. Its writes are a batch; if they change its own dependencies, it runs again.
/// Effects run first in, first out, as changes reach them.
///
/// The effect ends with its last reference, or at ``/ReactiveCore/Reaction/cancel()``; unlike a
/// ``/ReactiveCore/Subscription``, it must be kept. Inside ``EffectScope/run(_:)``, the scope keeps it. Swift may
/// release a local handle after its last use: keep handles in a property, or use `withExtendedLifetime`. The effect
/// retains the captures of its body. Cost: 144 bytes, and 48 for each dependency. From Ripple.
public final class Effect: Reaction, Runtime.Subscriber {
  private init(name: String?, file: StaticString, line: UInt, body: @escaping () -> Void) {
    super.init(named: name, file: file, line: line, body: consume body)
    if let runtime = RippleContext.runtimeIfAny { runtime.adopt(self) }
  }

  /// An effect that a runtime retains, and starts when its subscriber is registered.
  init(unstarted name: String, in runtime: Runtime, body: @escaping () -> Void) {
    super.init(named: name, file: "", line: 0, body: body)
    runtime.adopt(self, isKept: true)
  }

  /// An effect that runs `body` now, and again when a dependency changes.
  ///
  /// Messages and graph pictures identify the effect by `name`, or else by `file` and `line`.
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) {
    self.init(name: name, file: file, line: line, body: consume body)
    Self.launch(self)
  }

  /// An effect with a scope, which is emptied before each run and ends with the effect.
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
  /// The scope owns the effects and scopes that the body creates, and ends them in reverse order before the next run.
  /// Their reads are not dependencies of the outer effect.
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (EffectScope) -> Void
  ) {
    let scope = EffectScope(ofEffect: name, file, line)
    self.init(name: name, file: file, line: line, with: scope) {
      onCleanup { scope.empty() }
      scope.own { body(scope) }
    }
  }

  /// An effect with a scope that ends with it; `body` decides when the scope is emptied.
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
  /// `handler` receives the error after all queued observers have been notified. If the first run throws, the effect
  /// ends. If a later run throws, the effect keeps the dependencies of that run.
  public convenience init<Failure: Error>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () throws(Failure) -> Void, catch handler: @escaping (Failure) -> Void
  ) {
    let guarded = ThrowingBody(body, handler)
    self.init(name: name, file: file, line: line, body: { guarded.run() })
    guarded.effect = self
    Self.launch(self)
  }

  /// An effect with a scope, emptied before each run, whose body may throw.
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
  /// If the first run throws, the effect ends with the members of its scope. If a later run throws, the members it has
  /// created stay until the next run.
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

  /// Runs the body now, changed or not, even if its scope is paused or its runtime waits for a flush.
  ///
  /// Inside its own body, `run()` runs the body again afterwards. A pause defers that second run; a manual runtime does not.
  /// An effect that has ended does not run.
  public func run() { rerun() }

  /// Why the body ran last.
  public var cause: RunCause { RunCause(of: self) }
}

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

extension Effect {
  /// Unavailable: an effect ends with its handle or its scope.
  @available(*, unavailable, message: "keep the effect in a property, or make many in an EffectScope")
  public final func store(in bag: SubscriptionBag) { stop("unavailable") }
}
