extension EventStream {
  /// Calls `handler` with a part of each payload, if it differs by `==` from the part before.
  ///
  /// ```swift
  /// struct Message {
  ///   var sender: String
  ///   var text: String
  /// }
  /// let received = Event<Message>()
  /// received.sink(\.sender) { print("from \($0)") }
  /// received.trigger(Message(sender: "Ada", text: "Hello"))    // prints "from Ada"
  /// received.trigger(Message(sender: "Ada", text: "Are you there?"))
  /// received.trigger(Message(sender: "Grace", text: "I am."))  // prints "from Grace"
  /// ```
  ///
  /// The first payload after subscribing always counts. Each subscription keeps its last part.
  @inlinable
  @discardableResult
  public final func sink<Part: Equatable>(
    _ keyPath: KeyPath<Payload, Part>, _ handler: @escaping (Part) -> Void
  ) -> Subscription {
    var last: Part?
    return sink { payload in
      let part = payload[keyPath: keyPath]
      if part == last { return }
      last = part
      handler(part)
    }
  }

  /// Calls `handler` with `owner` and a part of each payload, if it differs by `==` from the part before, while `owner`
  /// lives.
  @inlinable
  @discardableResult
  public final func sink<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Payload, Part>, with owner: Owner, _ handler: @escaping (Owner, Part) -> Void
  ) -> Subscription {
    var last: Part?
    return sink(with: owner) { owner, payload in
      let part = payload[keyPath: keyPath]
      if part == last { return }
      last = part
      handler(owner, part)
    }
  }

  /// The same as ``sink(_:_:)``, because an event has no current payload.
  @inlinable
  @discardableResult
  public final func observe<Part: Equatable>(
    _ keyPath: KeyPath<Payload, Part>, _ handler: @escaping (Part) -> Void
  ) -> Subscription { sink(keyPath, handler) }

  /// The same as ``sink(_:with:_:)``, because an event has no current payload. From Minimalist.
  @inlinable
  @discardableResult
  public final func observe<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Payload, Part>, with owner: Owner, _ handler: @escaping (Owner, Part) -> Void
  ) -> Subscription { sink(keyPath, with: owner, handler) }

  /// Minimalist's spelling of ``observe(_:with:_:)``. If `owner` is nil, `closure` is never called.
  @inlinable @_disfavoredOverload
  @discardableResult
  public final func observe<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Payload, Part>, with owner: Owner?, closure: @escaping (Owner, Part) -> Void
  ) -> Subscription {
    guard let owner else { return Subscription(of: []) }
    return sink(keyPath, with: owner, closure)
  }
}
