/// Runs `body` without tracking: its reads are not dependencies of the running effect or derivation.
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
/// For a single behavior, `peek()` is shorter. Writes, cleanups and new members of a scope belong to the surrounding
/// code, as without this call. Cost: about 5 ns. Also known as `untrack`.
///
/// - Returns: The result of `body`.
public func untracked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try withoutTracking(body)
}

/// Runs `cleanup` before the next run of the running effect or derivation, and at its end.
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
/// Cleanups run in reverse order. Their reads are not tracked; their writes are a batch. In ``EffectScope/run(_:)``,
/// also in an effect, a cleanup belongs to the scope and runs when that is cancelled. Anywhere else, the call stops the
/// program with a message. Cost: an allocation for the closure.
public func onCleanup(_ cleanup: @escaping () -> Void, file: StaticString = #fileID, line: UInt = #line) {
  if addCleanup(cleanup) { return }
  stop(
    """
    \(file):\(line): onCleanup(_:) was called outside of a run, so there is nothing to clean up after. Call it in \
    the body of an effect, in the function of a derivation, or in EffectScope.run(_:).
    """)
}
