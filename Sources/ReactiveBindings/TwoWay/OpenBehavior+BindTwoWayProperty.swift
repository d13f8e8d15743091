public import ReactiveCore

extension OpenBehavior {
  /// Keeps this behavior and a property of `target` equal: when either changes, the other follows.
  ///
  /// ```swift
  /// final class TextField {
  ///   var text = ""
  ///   let edited = Event<Void>()
  ///   func type(_ text: String) {
  ///     self.text += text
  ///     edited.trigger()
  ///   }
  /// }
  /// let field = TextField()
  /// let name = OpenBehavior("Ada")
  /// name.bindTwoWay(to: \.text, on: field, changes: .event(field.edited))
  /// print(field.text)  // Ada
  /// field.type(" Lovelace")
  /// print(name)        // Ada Lovelace
  /// ```
  ///
  /// At first the property receives the behavior's value. Later the newer side wins, by the behavior's last write and
  /// the property's last announcement of a different value. A property that already has the value is not written.
  ///
  /// If a setter stores a different value and announces it, the behavior follows; otherwise the difference stays. A
  /// change causes at most one round trip.
  ///
  /// Values are compared by `==` if `Equatable`, and objects by identity, as determined at run time when the binding is
  /// made. For other types, and behaviors with your own test for duplicates, each announcement counts as a change,
  /// except for echoes of the binding's writes: announcements during a write, and the first one after a write in a
  /// delivery.
  ///
  /// The target is held weakly. The binding keeps nothing alive. It ends with the target, with the behavior, or when
  /// the discardable result is cancelled.
  @discardableResult
  public final func bindTwoWay<Target: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Target, Value>, on target: Target,
    changes: ChangeSource<Target, Value>
  ) -> Subscription {
    // The rule of a computed behavior does not show whether it compares by `==`.
    let compares = duplicateRule != .ownTest || forwardsWrites
    return keepInAgreement(with: keyPath, on: target, changes, compares: compares, .identity, errors: nil).handedOut()
  }

  /// Keeps this behavior and a property of `target` in agreement through a conversion.
  ///
  /// A converted value is not converted back, so a text being edited is left as it is.
  @discardableResult
  public final func bindTwoWay<Target: AnyObject, Property>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting conversion: Conversion<Value, Property, Never>
  ) -> Subscription { keepInAgreement(with: keyPath, on: target, changes, conversion, errors: nil).handedOut() }

  /// Keeps this behavior and a property of `target` in agreement through a conversion that may fail.
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
  /// let decimal = Conversion(forward: { String($0) }, back: { text throws(NoNumber) in
  ///   guard let number = Int(text) else { throw NoNumber() }
  ///   return number
  /// })
  /// age.bindTwoWay(to: \.text, on: field, changes: .event(\.edited), converting: decimal, errors: errors)
  /// field.text = "many"
  /// field.edited.trigger()  // prints "many is no number"
  /// print(age, field.text)  // 36 many
  /// ```
  ///
  /// A value that cannot be converted triggers `errors` once, and both sides stay as they are until one is written
  /// again. The binding keeps `errors` alive.
  @discardableResult
  public final func bindTwoWay<Target: AnyObject, Property, Failure: Error>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting conversion: Conversion<Value, Property, Failure>,
    errors: Event<Failure>
  ) -> Subscription { keepInAgreement(with: keyPath, on: target, changes, conversion, errors: errors).handedOut() }

  private func keepInAgreement<Target: AnyObject, Property, Failure: Error>(
    with keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    _ changes: ChangeSource<Target, Property>, compares: Bool = true,
    _ conversion: Conversion<Value, Property, Failure>, errors: Event<Failure>?
  ) -> Subscription {
    // Each write would be this side's newer value, and so on forever.
    if target === self { return Subscription(of: []) }
    let side = PropertySide(target, keyPath, isEqual: compares ? equality(of: Property.self) : nil)
    let binding = TwoWayBinding(BehaviorSide(self), side, conversion, errors)
    // A source may announce while it is registered. At first the property receives the behavior's value.
    var isRegistered = false
    let changed = {
      // Untracked by the announcing code, and notified after it.
      Context.deliverFirst { if isRegistered && side.takeAnnouncement() { binding.settle() } }
    }
    let announcements = changes.observe(target, keyPath, side.willChange, changed)
    // The end of the behavior releases this closure, and thereby ends the announcements.
    let end = SubscriptionBag()
    end.insert(announcements)
    let observation = sink(with: target) { _, _ in
      withExtendedLifetime(end) { binding.settle() }
    }
    isRegistered = true
    binding.begin()
    return Subscription(of: [observation]) { [weak binding, weak side] in
      binding?.end()
      // A callback that cannot be removed may be called again.
      side?.leave()
      announcements.cancel()
    }
  }
}
