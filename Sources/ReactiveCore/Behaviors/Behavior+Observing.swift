// The two verbs, each alone, with an owner, and for a part of the value.

extension Behavior {
  /// Calls `handler` with every value from the next change on.
  ///
  /// The subscription lasts until it is cancelled or the behavior is deallocated. The result may be thrown away if
  /// something else keeps the behavior; that of a derived behavior, such as `name.map { … }`, keeps it. What `handler`
  /// captures lives as long: to end with an object, use ``sink(with:_:)``. Cost: under 100 ns.
  @inlinable
  @discardableResult
  public final func sink(_ handler: @escaping (Value) -> Void) -> Subscription {
    begun(addObserver(handler)).handedOut()
  }

  /// Calls `handler` with `owner` and every value from the next change on, for as long as `owner` lives.
  ///
  /// The owner is held weakly and handed to the closure, which need not capture it.
  @inlinable
  @discardableResult
  public final func sink<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription { begun(addObserver(with: owner, handler)).handedOut() }

  /// Calls `handler` with the current value now, and with every value that follows.
  ///
  /// The first call is made before this method returns; what it writes is notified after that call. The subscription lasts
  /// until it is cancelled or the behavior is deallocated.
  @inlinable
  @discardableResult
  public final func observe(_ handler: @escaping (Value) -> Void) -> Subscription {
    let subscription = addObserver(handler)
    let value = peek()
    Context.deliverFirst { handler(value) }
    return subscription.handedOut()
  }

  /// Calls `handler` with `owner` and the current value now, and with every value that follows for as long as
  /// `owner` lives.
  ///
  /// ```swift
  /// final class Screen {
  ///   var title = ""
  /// }
  /// let screen = Screen()
  /// let name = OpenBehavior("Alice")
  /// name.observe(with: screen) { screen, name in screen.title = name }
  /// print(screen.title)  // Alice
  /// ```
  ///
  /// The owner is held weakly and handed to the closure, so there is no `[weak self]` to write. From Minimalist.
  @inlinable
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    let subscription = addObserver(with: owner, handler)
    let value = peek()
    Context.deliverFirst { handler(owner, value) }
    return subscription.handedOut()
  }

  /// The same as ``observe(with:_:)``, as Minimalist spells it.
  ///
  /// An owner that is nil has ended: `closure` is never called, and the subscription has ended, too.
  @inlinable @_disfavoredOverload
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner?, closure: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    guard let owner else { return Subscription(of: []) }
    return observe(with: owner, closure)
  }

  /// Calls `handler` with a part of the current value now, and whenever that part changes, compared with `==`.
  @inlinable
  @discardableResult
  public final func observe<Part: Equatable>(
    _ keyPath: KeyPath<Value, Part>, _ handler: @escaping (Part) -> Void
  ) -> Subscription {
    let subscription = addObserver(of: keyPath, handler)
    let part = peek()[keyPath: keyPath]
    Context.deliverFirst { handler(part) }
    return subscription.handedOut()
  }

  /// Calls `handler` with `owner` and a part of the current value now, and whenever that part changes, compared with
  /// `==`, for as long as `owner` lives.
  ///
  /// ```swift
  /// struct AppState {
  ///   var user = "Alice"
  ///   var unread = 0
  /// }
  /// final class Badge {}
  /// let badge = Badge()
  /// let state = OpenBehavior(AppState(), isDuplicate: { _, _ in false })
  /// state.observe(\.unread, with: badge) { _, unread in print("unread: \(unread)") }  // prints "unread: 0"
  /// state.update { $0.user = "Bob" }                                                  // prints nothing
  /// state.update { $0.unread = 3 }                                                    // prints "unread: 3"
  /// ```
  ///
  /// From Minimalist.
  @inlinable
  @discardableResult
  public final func observe<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Value, Part>, with owner: Owner, _ handler: @escaping (Owner, Part) -> Void
  ) -> Subscription {
    let subscription = addObserver(of: keyPath, with: owner, handler)
    let part = peek()[keyPath: keyPath]
    Context.deliverFirst { handler(owner, part) }
    return subscription.handedOut()
  }

  /// The same as ``observe(_:with:_:)``, as Minimalist spells it; nothing is called for an owner that is nil.
  @inlinable @_disfavoredOverload
  @discardableResult
  public final func observe<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Value, Part>, with owner: Owner?, closure: @escaping (Owner, Part) -> Void
  ) -> Subscription {
    guard let owner else { return Subscription(of: []) }
    return observe(keyPath, with: owner, closure)
  }

  /// Calls `handler` with a part of the value whenever that part changes, compared with `==`.
  @inlinable
  @discardableResult
  public final func sink<Part: Equatable>(
    _ keyPath: KeyPath<Value, Part>, _ handler: @escaping (Part) -> Void
  ) -> Subscription { begun(addObserver(of: keyPath, handler)).handedOut() }

  /// Calls `handler` with `owner` and a part of the value whenever that part changes, compared with `==`, for as long
  /// as `owner` lives.
  @inlinable
  @discardableResult
  public final func sink<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Value, Part>, with owner: Owner, _ handler: @escaping (Owner, Part) -> Void
  ) -> Subscription { begun(addObserver(of: keyPath, with: owner, handler)).handedOut() }

  /// Calls `handler` at every change with the value before and the value after it.
  ///
  /// "Before" is the value of the last call, or the value when it subscribed. It is kept until the next change.
  @inlinable
  @discardableResult
  public final func onChange(_ handler: @escaping (_ old: Value, _ new: Value) -> Void) -> Subscription {
    var last = peek()
    return begun(
      addObserver { new in
        let old = last
        last = new
        handler(old, new)
      }
    ).handedOut()
  }

  /// As ``sink(_:)``, for the functions that hand the token out.
  @inlinable @inline(__always)
  final func addObserver(_ handler: @escaping (Value) -> Void) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return observers.add(handler)
  }

  /// As ``sink(with:_:)``, for the functions that hand the token out.
  @inlinable @inline(__always)
  final func addObserver<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return observers.add(with: owner, handler)
  }

  /// As ``sink(_:_:)``, for the functions that hand the token out.
  @inlinable
  final func addObserver<Part: Equatable>(
    of keyPath: KeyPath<Value, Part>, _ handler: @escaping (Part) -> Void
  ) -> Subscription {
    var last: Part?
    let subscription = addObserver { value in
      let part = value[keyPath: keyPath]
      if part == last { return }
      last = part
      handler(part)
    }
    // After subscribing: the getter of a key path may write.
    let first = peek()[keyPath: keyPath]
    if last == nil { last = first }
    return subscription
  }

  /// As ``sink(_:with:_:)``, for the functions that hand the token out.
  @inlinable
  final func addObserver<Part: Equatable, Owner: AnyObject>(
    of keyPath: KeyPath<Value, Part>, with owner: Owner, _ handler: @escaping (Owner, Part) -> Void
  ) -> Subscription {
    var last: Part?
    let subscription = addObserver(with: owner) { owner, value in
      let part = value[keyPath: keyPath]
      if part == last { return }
      last = part
      handler(owner, part)
    }
    let first = peek()[keyPath: keyPath]
    if last == nil { last = first }
    return subscription
  }

  /// As ``sink(_:)``, for a stream of the changes, whose link is `receiver`. `handler` must keep `receiver`; the
  /// token keeps nothing.
  @inlinable
  package final func attach(
    informing receiver: any FinishReceiver, _ handler: @escaping (Value) -> Void
  ) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return begun(observers.attach(informing: receiver, handler))
  }

  /// As ``sink(with:_:)``, for an observer that keeps the behavior itself or belongs to it: the token keeps nothing.
  @inlinable
  package final func attach<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return begun(observers.attach(with: owner, handler))
  }

  /// The observer has been added, and is not called now: what runs while the behavior is observed starts. (After the first
  /// call of one that is, so that it is not called twice with the same value.)
  @inlinable @inline(__always)
  final func begun(_ subscription: Subscription) -> Subscription {
    if flags.contains(.counted) { settleLiveness() }
    return subscription
  }

  /// A derivation that was never needed has to run once, to know what to follow.
  @inlinable
  package final func prepareToObserve() {
    if !flags.isDisjoint(with: .stale) { Context.current.refreshToObserve(node) }
  }

  /// A derivation that its own run invalidates by a write is queued from now on.
  @inlinable
  package final func finishObserving() {
    if flags.contains(.pending) { Context.current.enqueueAndFlush(node) }
  }
}

extension BehaviorProtocol {
  /// Calls `handler` at every change, without the value.
  ///
  /// ```swift
  /// let all: [any BehaviorProtocol] = [OpenBehavior(1), OpenBehavior("two")]
  /// for behavior in all { behavior.onChange { print("changed") } }
  /// (all[0] as? OpenBehavior<Int>)?.value = 2  // prints "changed"
  /// ```
  ///
  /// Also for behaviors whose type of value is not known, as above. Otherwise as ``Behavior/sink(_:)``. From Yoyo,
  /// where the protocol is called `UntypedProperty`.
  @inlinable
  @discardableResult
  public func onChange(_ handler: @escaping () -> Void) -> Subscription {
    behavior.begun(behavior.addObserver { _ in handler() }).handedOut()
  }
}
