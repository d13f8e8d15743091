// Functions that throw. The error is a value like any other: cached, compared, and notified.

/// A derivation whose function may throw: its value is a `Result`, and an error is cached like a value.
///
/// ```swift
/// struct NotANumber: Error, Equatable { let text: String }
/// let input = atom("12")
/// let number = deriveResult { () throws(NotANumber) -> Int in
///   guard let number = Int(input.value) else { throw NotANumber(text: input.value) }
///   return number
/// }
/// print(try number.get())  // 12
/// input.value = "twelve"
/// do { _ = try number.get() } catch { print(error.text) }  // prints "twelve"
/// ```
///
/// The function runs as any derivation's: reading the error again does not run it again. A derivation that calls
/// `get()` and lets the error through passes it on. Two successes are compared by `==`; so are two failures, if their type
/// is `Equatable`, and otherwise a failure always counts as a change.
///
/// A base name of its own: a trailing closure ignores its label, and beside `derive` these two would make nested closures
/// impossible to type-check.
@inlinable
public func deriveResult<Success: Equatable, Failure: Error>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  _ body: @escaping () throws(Failure) -> Success
) -> Derivation<Result<Success, Failure>> {
  let isDuplicate = { (old: Result<Success, Failure>, new: Result<Success, Failure>) in
    switch (old, new) {
    case (.success(let old), .success(let new)): old == new
    case (.failure(let old), .failure(let new)): areEqual(old, new)
    default: false
    }
  }
  return Derivation(Equality(.duplicates(by: isDuplicate)), name, file, line) { Result(catching: body) }
}

/// A derivation whose function may throw; the same object, or nil after nil, is no change, anything else is one.
@inlinable @_disfavoredOverload
public func deriveResult<Success, Failure: Error>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  _ body: @escaping () throws(Failure) -> Success
) -> Derivation<Result<Success, Failure>> {
  if heldObjects(of: Success.self) == .never {
    return Derivation(Equality(.never()), name, file, line) { Result(catching: body) }
  }
  let isDuplicate = { (old: Result<Success, Failure>, new: Result<Success, Failure>) in
    if case (.success(let old), .success(let new)) = (old, new) { return isSameInstance(old, new) }
    return false
  }
  return Derivation(Equality(.duplicates(by: isDuplicate)), name, file, line) { Result(catching: body) }
}

extension Behavior {
  /// The value of a derivation whose function may throw, or its error. The read is tracked.
  ///
  /// Works on every behavior of a `Result`. Throws the error that the function threw when it ran; it does not run again
  /// for it.
  @inlinable
  public final func get<Success, Failure: Error>() throws(Failure) -> Success where Value == Result<Success, Failure> {
    try read().get()
  }
}
