// `dump` and failing test expectations show what users know of, not its representation. (They could not: an observer's
// closure is in a noncopyable box, which reflection cannot copy.)

// The casts to `Self` name the object's own class, such as `Event`, where `self` would name the class of the extension.

extension ReactiveNode: CustomReflectable {
  /// The label, and the value of a behavior if it is known.
  public final var customMirror: Mirror {
    Mirror(
      self as! Self, children: [(label: "label", value: label as Any)] + reflectedValue, displayStyle: .class,
      ancestorRepresentation: .suppressed)
  }
}

extension Keyed: CustomStringConvertible {
  /// The description of the rows in order. The read is not tracked.
  ///
  /// ```swift
  /// let prices = OpenKeyedRows(["milk 2", "tea 5"]) { $0.prefix { $0 != " " } }
  /// prices.update("tea") { $0 = "tea 4" }
  /// print(prices)  // ["milk 2", "tea 4"]
  /// ```
  ///
  /// - Complexity: Linear in the number of rows.
  public final var description: String {
    withoutTracking { String(describing: isStored ? table.rowsInOrder : peek()) }
  }
}

extension Keyed: CustomReflectable {
  /// The label, and the rows in order if they are known: those of a derived collection once its array has been read.
  public final var customMirror: Mirror {
    let rows = isStored ? [(label: "value", value: table.rowsInOrder as Any)] : knownArray?.reflectedValue ?? []
    return Mirror(
      self as! Self, children: [(label: "label", value: node.label as Any)] + rows, displayStyle: .class,
      ancestorRepresentation: .suppressed)
  }
}

extension EventStream: CustomReflectable {
  /// The label, and the number of observers.
  public final var customMirror: Mirror {
    Mirror(
      self as! Self, children: ["label": observers.chain.label, "observers": observers.count], displayStyle: .class,
      ancestorRepresentation: .suppressed)
  }
}

extension ObserverList: CustomReflectable {
  /// The number of observers.
  public var customMirror: Mirror { Mirror(self, children: ["count": count], displayStyle: .struct) }
}

extension Subscription: CustomReflectable {
  /// Whether it has ended.
  public var customMirror: Mirror { Mirror(self, children: ["isCancelled": isCancelled], displayStyle: .struct) }
}

extension SubscriptionBag: CustomReflectable {
  /// The number of subscriptions in the bag, including ended ones.
  public var customMirror: Mirror { Mirror(self, children: ["subscriptions": heldCount], displayStyle: .class) }
}
