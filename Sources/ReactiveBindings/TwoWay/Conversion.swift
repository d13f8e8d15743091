/// Converts values between the sides of a two-way binding, in both directions.
///
/// ```swift
/// let percent = Conversion(forward: { Int($0 * 100) }, back: { Double($0) / 100 })
/// let volume = OpenBehavior(0.5)
/// let shown = OpenBehavior(0)
/// volume.bindTwoWay(to: shown, converting: percent)
/// print(shown)   // 50
/// shown.value = 75
/// print(volume)  // 0.75
/// ```
///
/// A conversion that may fail throws errors of type `Failure`, which is otherwise `Never`. A binding with it requires
/// an event for them:
///
/// ```swift
/// struct NoNumber: Error {
///   let text: String
/// }
/// extension Conversion<Int, String, NoNumber> {
///   static var decimal: Conversion {
///     Conversion(forward: { String($0) }, back: { text throws(NoNumber) in
///       guard let number = Int(text) else { throw NoNumber(text: text) }
///       return number
///     })
///   }
/// }
/// let age = OpenBehavior(36)
/// let text = OpenBehavior("")
/// let errors = Event<NoNumber>()
/// errors.sink { print("no number: \($0.text)") }
/// age.bindTwoWay(to: text, converting: .decimal, errors: errors)
/// text.value = "many"  // prints "no number: many"
/// ```
///
/// A converted value is not converted back: the functions need not be inverse, and a text being edited is left as it
/// is.
///
/// Each function runs once for a change, in the isolation of the binding, untracked. A conversion can serve several
/// bindings. Cost: the captures of both functions, which it and its bindings keep alive.
public struct Conversion<Value, Other, Failure: Error> {
  let forward: (Value) throws(Failure) -> Other
  let back: (Other) throws(Failure) -> Value

  /// Makes a conversion of two functions, which may throw errors of one type.
  ///
  /// If only the first may fail, and no type or `errors:` argument determines the error, state it:
  /// `Conversion<String, Int, NoNumber>(forward: …, back: …)`.
  public init(
    forward: @escaping (Value) throws(Failure) -> Other, back: @escaping (Other) throws(Failure) -> Value
  ) {
    self.forward = forward
    self.back = back
  }

  // For a function that does not throw, the compiler infers `Never`, unless something besides the other function states
  // the error.

  /// Makes a conversion of two functions, of which only the second may fail.
  @_disfavoredOverload
  public init(forward: @escaping (Value) -> Other, back: @escaping (Other) throws(Failure) -> Value) {
    self.init(forward: { value throws(Failure) in forward(value) }, back: back)
  }
}

extension Conversion where Value == Other, Failure == Never {
  static var identity: Conversion { Conversion(forward: { $0 }, back: { $0 }) }
}
