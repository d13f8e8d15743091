// What `dump` and failing test expectations show: what a user knows of, not how it is kept. (They could not show how:
// an observer's closure lies in a noncopyable box, which reflection cannot copy.)

extension ReactiveNode: CustomReflectable {
  /// The label, and in a behavior the value, if it is known.
  public final var customMirror: Mirror {
    Mirror(self, children: [(label: "label", value: label as Any)] + reflectedValue, displayStyle: .class)
  }
}

extension EventStream: CustomReflectable {
  /// The label, and how many observers there are.
  public final var customMirror: Mirror {
    Mirror(self, children: ["label": observers.chain.label, "observers": observers.count], displayStyle: .class)
  }
}

extension ObserverList: CustomReflectable {
  /// How many observers there are.
  public var customMirror: Mirror { Mirror(self, children: ["count": count], displayStyle: .struct) }
}

extension Subscription: CustomReflectable {
  /// Whether it has ended.
  public var customMirror: Mirror { Mirror(self, children: ["isCancelled": isCancelled], displayStyle: .struct) }
}

extension SubscriptionBag: CustomReflectable {
  /// How many subscriptions it keeps, ended ones among them.
  public var customMirror: Mirror { Mirror(self, children: ["subscriptions": heldCount], displayStyle: .class) }
}
