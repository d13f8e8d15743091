/// Where the runtime of a task tree is kept. From Ripple.
public enum RippleContext {
  /// The runtime that ``Runtime/current`` gives in this task and its children; nil for the shared one.
  @TaskLocal public static var runtimeOverride: Runtime?

  /// Raised by the first runtime that is made. Until then no task can have an override, and making an effect need not look
  /// for one (benchmark: "create0to1").
  static let anyRuntime = AtomicFlag()

  /// As ``runtimeOverride``.
  static var runtimeIfAny: Runtime? { anyRuntime.isRaised ? runtimeOverride : nil }
}

/// Runs `body` with a fresh ``Runtime`` as the current one, in this task and its children.
///
/// ```swift
/// withIsolatedRuntime {
///   @Atom var a = 1
///   @Derived var doubled = a * 2
///   print(doubled)  // 2
/// }
/// ```
///
/// For tests that run in parallel, and sandboxes. What `body` reads is not tracked by an effect around it. From Ripple.
///
/// - Returns: what `body` returns.
public func withIsolatedRuntime<Result>(_ body: () throws -> Result) rethrows -> Result {
  try withIsolatedRuntime(using: Runtime(), body)
}

/// Runs `body` with a fresh ``Runtime`` as the current one, in this task and its children, across its suspensions. From
/// Ripple.
///
/// - Returns: what `body` returns.
nonisolated(nonsending)
  public func withIsolatedRuntime<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await RippleContext.$runtimeOverride.withValue(Runtime()) { try await body() }
}

/// Runs `body` with `runtime` as the current one, in this task and its children. From Ripple.
///
/// - Returns: what `body` returns.
public func withIsolatedRuntime<Result>(using runtime: Runtime, _ body: () throws -> Result) rethrows -> Result {
  try RippleContext.$runtimeOverride.withValue(runtime) { try untracked(body) }
}
