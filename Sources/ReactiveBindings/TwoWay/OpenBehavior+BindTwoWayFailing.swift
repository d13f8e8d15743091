public import ReactiveCore

// Two-way bindings of properties, with functions that may fail. They come in three forms, as those of behaviors do, and
// each twice: where the property's values can be compared with `==`, and where they cannot.

extension OpenBehavior {
  /// Keeps this behavior and a property of `target` in agreement by way of two functions, of which the second may fail.
  ///
  /// ```swift
  /// struct NoNumber: Error {}
  /// final class TextField {
  ///   var text = ""
  ///   let edited = Event<Void>()
  /// }
  /// let field = TextField()
  /// let age = OpenBehavior(36)
  /// let errors = Event<NoNumber>()
  /// errors.sink { _ in print("\(field.text) is no number") }
  /// age.bindTwoWay(
  ///   to: \.text, on: field, changes: .event(field.edited), converting: { String($0) },
  ///   back: { text throws(NoNumber) in
  ///     guard let number = Int(text) else { throw NoNumber() }
  ///     return number
  ///   },
  ///   errors: errors)
  /// field.text = "many"
  /// field.edited.trigger()  // prints "many is no number"
  /// print(age, field.text)  // 36 many
  /// ```
  ///
  /// A value that cannot be converted goes nowhere: `errors` is triggered once, and both sides stay as they are until one
  /// of them is written again. The binding keeps `errors` alive.
  @discardableResult
  public final func bindTwoWay<Target: AnyObject, Property: Equatable, Failure: Error>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting forward: @escaping (Value) -> Property,
    back: @escaping (Property) throws(Failure) -> Value, errors: Event<Failure>
  ) -> Subscription {
    keepInAgreement(
      with: keyPath, on: target, changes, isEqual: ==, { value throws(Failure) in forward(value) }, back, errors: errors
    )
  }

  /// Keeps this behavior and a property of `target` in agreement by way of two functions, of which the first may fail.
  @discardableResult
  @_disfavoredOverload
  public final func bindTwoWay<Target: AnyObject, Property: Equatable, Failure: Error>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting forward: @escaping (Value) throws(Failure) -> Property,
    back: @escaping (Property) -> Value, errors: Event<Failure>
  ) -> Subscription {
    keepInAgreement(
      with: keyPath, on: target, changes, isEqual: ==, forward, { value throws(Failure) in back(value) }, errors: errors
    )
  }

  /// Keeps this behavior and a property of `target` in agreement by way of two functions that may both fail.
  @discardableResult
  @_disfavoredOverload
  public final func bindTwoWay<Target: AnyObject, Property: Equatable, Failure: Error>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting forward: @escaping (Value) throws(Failure) -> Property,
    back: @escaping (Property) throws(Failure) -> Value, errors: Event<Failure>
  ) -> Subscription {
    keepInAgreement(with: keyPath, on: target, changes, isEqual: ==, forward, back, errors: errors)
  }

  /// Keeps this behavior and a property of `target`, whose values cannot be compared, in agreement by way of two
  /// functions, of which the second may fail.
  @discardableResult
  @_disfavoredOverload
  public final func bindTwoWay<Target: AnyObject, Property, Failure: Error>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting forward: @escaping (Value) -> Property,
    back: @escaping (Property) throws(Failure) -> Value, errors: Event<Failure>
  ) -> Subscription {
    keepInAgreement(
      with: keyPath, on: target, changes, isEqual: nil, { value throws(Failure) in forward(value) }, back,
      errors: errors)
  }

  /// Keeps this behavior and a property of `target`, whose values cannot be compared, in agreement by way of two
  /// functions, of which the first may fail.
  @discardableResult
  @_disfavoredOverload
  public final func bindTwoWay<Target: AnyObject, Property, Failure: Error>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting forward: @escaping (Value) throws(Failure) -> Property,
    back: @escaping (Property) -> Value, errors: Event<Failure>
  ) -> Subscription {
    keepInAgreement(
      with: keyPath, on: target, changes, isEqual: nil, forward, { value throws(Failure) in back(value) },
      errors: errors)
  }

  /// Keeps this behavior and a property of `target`, whose values cannot be compared, in agreement by way of two
  /// functions, which may both fail.
  @discardableResult
  @_disfavoredOverload
  public final func bindTwoWay<Target: AnyObject, Property, Failure: Error>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting forward: @escaping (Value) throws(Failure) -> Property,
    back: @escaping (Property) throws(Failure) -> Value, errors: Event<Failure>
  ) -> Subscription {
    keepInAgreement(with: keyPath, on: target, changes, isEqual: nil, forward, back, errors: errors)
  }
}
