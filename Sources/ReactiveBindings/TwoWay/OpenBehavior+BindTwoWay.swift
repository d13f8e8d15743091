public import ReactiveCore

extension OpenBehavior {
  /// Keeps this behavior and `other` equal: when either is written, the other follows.
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
  /// At first `other` receives this behavior's value. Later the newer side wins: the one written last, even if a
  /// ``/ReactiveCore/batch(_:)`` or delivery writes both. Binding a behavior to itself has no effect.
  ///
  /// Inside a batch, a delivery or a derivation, the other side changes at its end. A value is carried over once and
  /// never back, so behaviors of any type may form rings (of up to 100,000). If a side stores a different value than it
  /// receives, as a computed one may, the difference stays.
  ///
  /// Neither side keeps the other alive. The binding ends with either side, or when the discardable result is
  /// cancelled.
  ///
  /// Cost: about 0.7 kB, and about 0.7 µs for a carried value.
  @discardableResult
  public final func bindTwoWay(to other: OpenBehavior<Value>) -> Subscription {
    keepInAgreement(with: other, .identity, errors: nil).handedOut()
  }

  /// Keeps this behavior and `other` in agreement through a conversion.
  ///
  /// ```swift
  /// let meters = OpenBehavior(1.5)
  /// let centimeters = OpenBehavior(0)
  /// meters.bindTwoWay(
  ///   to: centimeters, converting: Conversion(forward: { Int($0 * 100) }, back: { Double($0) / 100 }))
  /// centimeters.value = 25
  /// print(meters)  // 0.25
  /// ```
  ///
  /// A converted value is not converted back.
  @discardableResult
  public final func bindTwoWay<Other>(
    to other: OpenBehavior<Other>, converting conversion: Conversion<Value, Other, Never>
  ) -> Subscription { keepInAgreement(with: other, conversion, errors: nil).handedOut() }

  /// Keeps this behavior and `other` in agreement through a conversion that may fail.
  ///
  /// ```swift
  /// struct NoNumber: Error {
  ///   let text: String
  /// }
  /// let age = OpenBehavior(36)
  /// let text = OpenBehavior("")
  /// let errors = Event<NoNumber>()
  /// errors.sink { print("no number: \($0.text)") }
  /// age.bindTwoWay(to: text, converting: Conversion(forward: { String($0) }, back: { text throws(NoNumber) in
  ///   guard let number = Int(text) else { throw NoNumber(text: text) }
  ///   return number
  /// }), errors: errors)
  /// text.value = "37"
  /// print(age)           // 37
  /// text.value = "many"  // prints "no number: many"
  /// print(age, text)     // 37 many
  /// ```
  ///
  /// A value that cannot be converted triggers `errors` once, and both sides stay as they are until one is written
  /// again. The binding keeps `errors` alive.
  @discardableResult
  public final func bindTwoWay<Other, Failure: Error>(
    to other: OpenBehavior<Other>, converting conversion: Conversion<Value, Other, Failure>, errors: Event<Failure>
  ) -> Subscription { keepInAgreement(with: other, conversion, errors: errors).handedOut() }

  private func keepInAgreement<Other, Failure: Error>(
    with other: OpenBehavior<Other>, _ conversion: Conversion<Value, Other, Failure>, errors: Event<Failure>?
  ) -> Subscription {
    if other === self { return Subscription(of: []) }
    let binding = TwoWayBinding(BehaviorSide(self), BehaviorSide(other), conversion, errors)
    let parts = [
      sink(with: other) { _, _ in binding.settle() },
      other.sink(with: self) { _, _ in binding.settle() },
    ]
    binding.begin()
    return Subscription(of: parts) { [weak binding] in binding?.end() }
  }
}
