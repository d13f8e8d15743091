/// A derivation whose function may throw: its value is a `Result`.
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
/// The error is cached: reading it again does not rerun the function. A derivation that calls `get()` without catching
/// the error passes it on. Successes and `Equatable` failures are compared by `==`; any other failure counts as a
/// change.
///
/// Not an overload of `derive`: a trailing closure ignores its label, so nested closures would be impossible to
/// type-check.
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

/// A derivation whose function may throw. The same object, or nil after nil, is not a change; each failure is one.
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
  /// The value of a behavior of a `Result`. The read is tracked.
  ///
  /// - Throws: The stored error, without rerunning the function.
  @inlinable
  public final func get<Success, Failure: Error>() throws(Failure) -> Success where Value == Result<Success, Failure> {
    try read().get()
  }
}
