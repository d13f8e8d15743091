/// How a two-way binding makes values of one type from those of another, in both directions.
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
/// A conversion that may fail throws one type of error, `Failure`, which is `Never` for one that cannot. A binding with it
/// demands an event of these errors:
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
/// A value that has been converted is not converted back: the two functions need not be inverse to each other, and a text
/// that is being edited is left as it is. Each runs once for a change, in the isolation of the binding, and what it reads
/// is not followed. One conversion can serve several bindings. Cost: what the two functions capture, which the conversion
/// and each binding with it keep.
public struct Conversion<Value, Other, Failure: Error> {
  let forward: (Value) throws(Failure) -> Other
  let back: (Other) throws(Failure) -> Value

  /// Makes a conversion of two functions, which may throw errors of one type.
  ///
  /// Where only the first may fail, and neither a type nor an `errors:` beside it says with what, say it:
  /// `Conversion<String, Int, NoNumber>(forward: …, back: …)`.
  public init(
    forward: @escaping (Value) throws(Failure) -> Other, back: @escaping (Other) throws(Failure) -> Value
  ) {
    self.forward = forward
    self.back = back
  }

  // The compiler takes a function that does not throw for one that never does, unless something else than the other
  // function says what is thrown.

  /// Makes a conversion of two functions, of which the second alone may fail, and says with what.
  @_disfavoredOverload
  public init(forward: @escaping (Value) -> Other, back: @escaping (Other) throws(Failure) -> Value) {
    self.init(forward: { value throws(Failure) in forward(value) }, back: back)
  }
}

extension Conversion where Value == Other, Failure == Never {
  /// Leaves values as they are.
  static var identity: Conversion { Conversion(forward: { $0 }, back: { $0 }) }
}
