// Functions that throw. The error is a value like any other: cached, compared, and told.

/// A derivation whose function may throw: its value is a `Result`, and an error is cached like a value.
///
/// ```swift
/// struct NotANumber: Error, Equatable { let text: String }
/// let input = atom("12")
/// let number = derive { () throws(NotANumber) -> Int in
///   guard let number = Int(input.value) else { throw NotANumber(text: input.value) }
///   return number
/// }
/// print(try number.get())  // 12
/// input.value = "twelve"
/// do { _ = try number.get() } catch { print(error.text) }  // prints "twelve"
/// ```
///
/// The function runs as any derivation's: reading the error again does not run it again. A derivation that calls
/// `get()` and lets the error through passes it on. Two successes are compared by `==`, objects by identity; a failure
/// always counts as a change, unless its type is `Equatable` as well.
@inlinable
public func derive<Success: Equatable, Failure: Error>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  catching body: @escaping () throws(Failure) -> Success
) -> Derivation<Result<Success, Failure>> {
  derivation(comparingSuccessesBy: EqualValues(), name, file, line, body)
}

/// A derivation whose function may throw an error that can be compared.
@inlinable
public func derive<Success: Equatable, Failure: Error & Equatable>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  catching body: @escaping () throws(Failure) -> Success
) -> Derivation<Result<Success, Failure>> {
  Derivation(name: name, file: file, line: line) { Result(catching: body) }
}

/// A derivation whose function may throw; the same object, or nil after nil, is no change, anything else is one.
@inlinable @_disfavoredOverload
public func derive<Success, Failure: Error>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  catching body: @escaping () throws(Failure) -> Success
) -> Derivation<Result<Success, Failure>> {
  derivation(comparingSuccessesBy: SameInstances(), name, file, line, body)
}

@inlinable @inline(__always)
func derivation<Success, Failure: Error>(
  comparingSuccessesBy test: some DuplicateTest<Success>, _ name: String?, _ file: StaticString, _ line: UInt,
  _ body: @escaping () throws(Failure) -> Success
) -> Derivation<Result<Success, Failure>> {
  if test.flags.contains(.neverEqual) {
    return Derivation(.never, name, file, line) { Result(catching: body) }
  }
  let equality = Equality<Result<Success, Failure>>.duplicates { old, new in
    if case (.success(let old), .success(let new)) = (old, new) { return test.isDuplicate(old, new) }
    return false
  }
  return Derivation(equality, name, file, line) { Result(catching: body) }
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
