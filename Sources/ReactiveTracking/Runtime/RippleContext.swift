/// Stores the runtime of a task tree. From Ripple.
public enum RippleContext {
  /// The ``Runtime/current`` runtime of this task and its children; nil for the shared one.
  @TaskLocal public static var runtimeOverride: Runtime?

  /// Raised by the first runtime. Until then no task has an override, so creating an effect skips the look-up
  /// (benchmark: "create0to1").
  static let anyRuntime = AtomicFlag()

  static var runtimeIfAny: Runtime? { anyRuntime.isRaised ? runtimeOverride : nil }
}

/// Runs `body` with a new ``Runtime`` as the current one in this task and its children.
///
/// ```swift
/// withIsolatedRuntime {
///   @Atom var a = 1
///   @Derived var doubled = a * 2
///   print(doubled)  // 2
/// }
/// ```
///
/// For parallel tests and sandboxes. An effect around it does not track the reads of `body`. From Ripple.
///
/// - Returns: The result of `body`.
public func withIsolatedRuntime<Result>(_ body: () throws -> Result) rethrows -> Result {
  try withIsolatedRuntime(using: Runtime(), body)
}

/// Runs `body` with a new ``Runtime`` as the current one in this task and its children, across suspensions. From
/// Ripple.
///
/// - Returns: The result of `body`.
nonisolated(nonsending)
  public func withIsolatedRuntime<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await RippleContext.$runtimeOverride.withValue(Runtime()) { try await body() }
}

/// Runs `body` with `runtime` as the current one in this task and its children. From Ripple.
///
/// - Returns: The result of `body`.
public func withIsolatedRuntime<Result>(using runtime: Runtime, _ body: () throws -> Result) rethrows -> Result {
  try RippleContext.$runtimeOverride.withValue(runtime) { try untracked(body) }
}
