public import ReactiveCore

extension OpenBehavior {
  /// Keeps this behavior and a property of `target` equal: whichever changes, the other one follows.
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
  /// At first the property gets the value of the behavior. Later the newer side wins: the behavior as of its last
  /// write, the property as of its last announcement. A property that already has the value is not written. A setter
  /// that stores a different value, and announces that, is the newer side, and the behavior follows; one that does not
  /// announce it is left alone. So a change takes one round trip at most, and never starts another one.
  ///
  /// Values are compared with `==` where their type is `Equatable`, and by identity where it is one of objects, which is
  /// found out when the binding is made. Where the type is neither, and where the behavior was made with a test for
  /// duplicates of your own, each announcement counts as a change, except those made during a write of the binding, and
  /// the first one after a write in a delivery: these are the echo of that write.
  ///
  /// The target is held weakly and keeps nothing alive. The binding ends with it, with the behavior, or when the result,
  /// which may be thrown away, is cancelled.
  @discardableResult
  public final func bindTwoWay<Target: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Target, Value>, on target: Target,
    changes: ChangeSource<Target, Value>
  ) -> Subscription {
    // Of one that is computed it is not known that it compares by `==`.
    let compares = duplicateRule != .ownTest || forwardsWrites
    return keepInAgreement(with: keyPath, on: target, changes, compares: compares, .identity, errors: nil).handedOut()
  }

  /// Keeps this behavior and a property of `target` in agreement by way of a conversion.
  ///
  /// A value that has been converted is not converted back, so a text that is being edited is left as it is.
  @discardableResult
  public final func bindTwoWay<Target: AnyObject, Property>(
    to keyPath: ReferenceWritableKeyPath<Target, Property>, on target: Target,
    changes: ChangeSource<Target, Property>, converting conversion: Conversion<Value, Property, Never>
  ) -> Subscription { keepInAgreement(with: keyPath, on: target, changes, conversion, errors: nil).handedOut() }

  /// Keeps this behavior and a property of `target` in agreement by way of a conversion that may fail.
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
  /// A value that cannot be converted is not carried over: `errors` is triggered once, and both sides stay as they are
  /// until one of them is written again. The binding keeps `errors` alive.
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
    // What it would write there is the newer value of this side, and so on for ever.
    if target === self { return Subscription(of: []) }
    let side = PropertySide(target, keyPath, isEqual: compares ? equality(of: Property.self) : nil)
    let binding = TwoWayBinding(BehaviorSide(self), side, conversion, errors)
    let changed = {
      // What is read here is not tracked by the announcing code, and what this writes is notified after it.
      Context.deliverFirst { if side.takeAnnouncement() { binding.settle() } }
    }
    let announcements = changes.observe(target, keyPath, side.willChange, changed)
    // The end of the behavior releases this closure, and with it the object that ends the announcements.
    let end = SubscriptionBag()
    end.insert(announcements)
    let observation = sink(with: target) { _, _ in
      withExtendedLifetime(end) { binding.settle() }
    }
    binding.begin()
    return Subscription(of: [observation]) { [weak binding, weak side] in
      binding?.end()
      // Also for a callback that cannot be removed, and is called again.
      side?.leave()
      announcements.cancel()
    }
  }
}
