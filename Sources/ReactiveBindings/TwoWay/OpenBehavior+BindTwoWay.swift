public import ReactiveCore

// The functions that may fail come in three forms, since the compiler takes a closure that does not throw for one that
// never does, and not for one that throws what the other one does.

extension OpenBehavior {
  /// Keeps this behavior and `other` equal: whichever is written, the other one follows.
  ///
  /// ```swift
  /// let model = OpenBehavior("Ada")
  /// let draft = OpenBehavior("")
  /// model.bindTwoWay(to: draft)
  /// print(draft)  // Ada
  /// draft.value = "Grace"
  /// print(model)  // Grace
  /// ```
  ///
  /// At first `other` gets the value of this one. Later the newer side wins: the one that was written last, also when a
  /// ``/ReactiveCore/batch(_:)`` or a delivery writes both. A value is carried over once and never comes back, so
  /// behaviors may be bound in rings (of up to 100,000), of whatever type. It is carried over by an observer: inside a
  /// batch the other side changes at its end. A behavior that is bound to itself is left alone.
  ///
  /// Neither side keeps the other alive; the binding ends with one of them, or when the result, which may be thrown away,
  /// is cancelled. Cost: about 0.7 kB, and about 0.5 µs for a value that is carried over.
  @discardableResult
  public final func bindTwoWay(to other: OpenBehavior<Value>) -> Subscription {
    bindTwoWay(to: other, converting: { $0 }, back: { $0 })
  }

  /// Keeps this behavior and `other` in agreement by way of two functions: whichever is written, the other one follows.
  ///
  /// ```swift
  /// let meters = OpenBehavior(1.5)
  /// let centimeters = OpenBehavior(0)
  /// meters.bindTwoWay(to: centimeters, converting: { Int($0 * 100) }, back: { Double($0) / 100 })
  /// centimeters.value = 25
  /// print(meters)  // 0.25
  /// ```
  ///
  /// A value that has been converted is not converted back: `forward` and `back` need not be inverse to each other, and a
  /// text that is being edited is left as it is. Both run once for each change, and what they read is not followed.
  @discardableResult
  public final func bindTwoWay<Other>(
    to other: OpenBehavior<Other>, converting forward: @escaping (Value) -> Other,
    back: @escaping (Other) -> Value
  ) -> Subscription { keepInAgreement(with: other, forward, back, errors: nil) }

  /// Keeps this behavior and `other` in agreement by way of two functions, of which the second may fail.
  ///
  /// ```swift
  /// struct NoNumber: Error {
  ///   let text: String
  /// }
  /// let age = OpenBehavior(36)
  /// let text = OpenBehavior("")
  /// let errors = Event<NoNumber>()
  /// errors.sink { print("no number: \($0.text)") }
  /// age.bindTwoWay(to: text, converting: { String($0) }, back: { text throws(NoNumber) in
  ///   guard let number = Int(text) else { throw NoNumber(text: text) }
  ///   return number
  /// }, errors: errors)
  /// text.value = "37"
  /// print(age)           // 37
  /// text.value = "many"  // prints "no number: many"
  /// print(age, text)     // 37 many
  /// ```
  ///
  /// A value that cannot be converted goes nowhere: `errors` is triggered once, and both sides stay as they are until one
  /// of them is written again. The binding keeps `errors` alive.
  @discardableResult
  public final func bindTwoWay<Other, Failure: Error>(
    to other: OpenBehavior<Other>, converting forward: @escaping (Value) -> Other,
    back: @escaping (Other) throws(Failure) -> Value, errors: Event<Failure>
  ) -> Subscription { keepInAgreement(with: other, { value throws(Failure) in forward(value) }, back, errors: errors) }

  /// Keeps this behavior and `other` in agreement by way of two functions, of which the first may fail.
  @discardableResult
  @_disfavoredOverload
  public final func bindTwoWay<Other, Failure: Error>(
    to other: OpenBehavior<Other>, converting forward: @escaping (Value) throws(Failure) -> Other,
    back: @escaping (Other) -> Value, errors: Event<Failure>
  ) -> Subscription { keepInAgreement(with: other, forward, { value throws(Failure) in back(value) }, errors: errors) }

  /// Keeps this behavior and `other` in agreement by way of two functions that may both fail.
  @discardableResult
  @_disfavoredOverload
  public final func bindTwoWay<Other, Failure: Error>(
    to other: OpenBehavior<Other>, converting forward: @escaping (Value) throws(Failure) -> Other,
    back: @escaping (Other) throws(Failure) -> Value, errors: Event<Failure>
  ) -> Subscription { keepInAgreement(with: other, forward, back, errors: errors) }

  private func keepInAgreement<Other, Failure: Error>(
    with other: OpenBehavior<Other>, _ forward: @escaping (Value) throws(Failure) -> Other,
    _ back: @escaping (Other) throws(Failure) -> Value, errors: Event<Failure>?
  ) -> Subscription {
    if other === self { return Subscription(of: []) }
    let binding = TwoWayBinding(BehaviorSide(self), BehaviorSide(other), forward, back, errors)
    let parts = [
      sink(with: other) { _, _ in binding.settle() },
      other.sink(with: self) { _, _ in binding.settle() },
    ]
    binding.begin()
    return Subscription(of: parts) { [weak binding] in binding?.end() }
  }
}
