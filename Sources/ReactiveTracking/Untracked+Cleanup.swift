/// Runs `body` without recording what it reads: the effect or derivation that is running does not depend on it.
///
/// ```swift
/// let count = atom(1), factor = atom(10)
/// let product = derive { count.value * untracked { factor.value } }
/// print(product)  // 10
/// factor.value = 20
/// print(product)  // 10
/// count.value = 2
/// print(product)  // 40
/// ```
///
/// For a single behavior, `peek()` is shorter. Writes, cleanups and ownership inside are those of the surrounding code.
/// Cost: about 5 ns. Elsewhere: untrack.
///
/// - Returns: what `body` returns.
public func untracked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try withoutTracking(body)
}

/// Runs `cleanup` before the next run of the effect or derivation that is running, and at its end.
///
/// ```swift
/// let channel = atom("news")
/// let effect = Effect {
///   let name = channel.value
///   print("join \(name)")              // prints "join news"
///   onCleanup { print("leave \(name)") }
/// }
/// channel.value = "sport"              // prints "leave news", "join sport"
/// effect.cancel()                      // prints "leave sport"
/// ```
///
/// Several run in reverse order. What a cleanup reads is not tracked; what it writes is a batch. Inside
/// ``EffectScope/run(_:)``, outside of an effect, it runs when the scope is cancelled. Called anywhere else it stops
/// with a message. Cost: an allocation for the closure.
public func onCleanup(_ cleanup: @escaping () -> Void) {
  if addCleanup(cleanup) { return }
  stop(
    """
    onCleanup(_:) was called where nothing runs that it could clean up after. Call it in the body of an effect, in the function \
    of a derivation, or in EffectScope.run(_:).
    """)
}
