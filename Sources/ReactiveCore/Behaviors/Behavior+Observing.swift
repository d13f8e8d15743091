extension Behavior {
  /// Calls `handler` with every value from the next change on.
  ///
  /// The subscription lasts until it is cancelled or the behavior is deallocated. You may discard it if the behavior is
  /// kept elsewhere; the subscription of a derived behavior, such as `name.map { … }`, retains it. The subscription
  /// retains the captures of `handler`: to end it with an object, use ``sink(with:_:)``. Cost: under 100 ns.
  @inlinable
  @discardableResult
  public final func sink(_ handler: @escaping (Value) -> Void) -> Subscription {
    begun(addObserver(handler)).handedOut()
  }

  /// Calls `handler` with `owner` and every value from the next change on, while `owner` lives.
  ///
  /// Holds `owner` weakly; `handler` need not capture it.
  @inlinable
  @discardableResult
  public final func sink<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription { begun(addObserver(with: owner, handler)).handedOut() }

  /// Calls `handler` with the current value now, and with each new value.
  ///
  /// The first call happens before this method returns; writes made in that call are delivered after it. The
  /// subscription lasts until it is cancelled or the behavior is deallocated.
  @inlinable
  @discardableResult
  public final func observe(_ handler: @escaping (Value) -> Void) -> Subscription {
    begin({ addObserver(handler) }, handler).handedOut()
  }

  /// Calls `handler` with `owner` and the current value now, and with each new value while `owner` lives.
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
  /// Holds `owner` weakly; you need no `[weak self]`. From Minimalist.
  @inlinable
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    begin({ addObserver(with: owner, handler) }, { handler(owner, $0) }).handedOut()
  }

  /// Minimalist's spelling of ``observe(with:_:)``.
  ///
  /// If `owner` is nil, `closure` is never called, and the subscription has ended.
  @inlinable @_disfavoredOverload
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner?, closure: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    guard let owner else { return Subscription(of: []) }
    return observe(with: owner, closure)
  }

  /// Calls `handler` with a part of the value now, and whenever that part changes by `==`.
  @inlinable
  @discardableResult
  public final func observe<Part: Equatable>(
    _ keyPath: KeyPath<Value, Part>, _ handler: @escaping (Part) -> Void
  ) -> Subscription {
    addObserver(of: keyPath, isInitial: true, handler).handedOut()
  }

  /// Calls `handler` with `owner` and a part of the value now, and whenever that part changes by `==`, while `owner`
  /// lives.
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
    addObserver(of: keyPath, with: owner, isInitial: true, handler).handedOut()
  }

  /// Minimalist's spelling of ``observe(_:with:_:)``. If `owner` is nil, `closure` is never called.
  @inlinable @_disfavoredOverload
  @discardableResult
  public final func observe<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Value, Part>, with owner: Owner?, closure: @escaping (Owner, Part) -> Void
  ) -> Subscription {
    guard let owner else { return Subscription(of: []) }
    return observe(keyPath, with: owner, closure)
  }

  /// Calls `handler` with a part of the value whenever that part changes by `==`.
  @inlinable
  @discardableResult
  public final func sink<Part: Equatable>(
    _ keyPath: KeyPath<Value, Part>, _ handler: @escaping (Part) -> Void
  ) -> Subscription { begun(addObserver(of: keyPath, isInitial: false, handler)).handedOut() }

  /// Calls `handler` with `owner` and a part of the value whenever that part changes by `==`, while `owner` lives.
  @inlinable
  @discardableResult
  public final func sink<Part: Equatable, Owner: AnyObject>(
    _ keyPath: KeyPath<Value, Part>, with owner: Owner, _ handler: @escaping (Owner, Part) -> Void
  ) -> Subscription { begun(addObserver(of: keyPath, with: owner, isInitial: false, handler)).handedOut() }

  /// Calls `handler` at each change with the old and the new value.
  ///
  /// The old value is that of the last call, or of the time of subscribing. It is kept until the next change.
  @inlinable
  @discardableResult
  public final func onChange(_ handler: @escaping (_ old: Value, _ new: Value) -> Void) -> Subscription {
    var last: Value?
    func add() -> Subscription {
      addObserver { new in
        let old = last ?? new
        last = new
        handler(old, new)
      }
    }
    return begun(begin(add, { last = $0 })).handedOut()
  }

  /// ``sink(_:)``, before the token is handed out.
  @inlinable @inline(__always)
  final func addObserver(_ handler: @escaping (Value) -> Void) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return observers.add(handler)
  }

  @inlinable @inline(__always)
  final func addObserver<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return observers.add(with: owner, handler)
  }

  @inlinable
  final func addObserver<Part: Equatable>(
    of keyPath: KeyPath<Value, Part>, isInitial: Bool, _ handler: @escaping (Part) -> Void
  ) -> Subscription {
    var last: Part?
    func add() -> Subscription {
      addObserver { value in
        let part = value[keyPath: keyPath]
        if part == last { return }
        last = part
        handler(part)
      }
    }
    func note(_ value: Value) {
      let part = value[keyPath: keyPath]
      last = part
      if isInitial { handler(part) }
    }
    return begin(add, note)
  }

  @inlinable
  final func addObserver<Part: Equatable, Owner: AnyObject>(
    of keyPath: KeyPath<Value, Part>, with owner: Owner, isInitial: Bool, _ handler: @escaping (Owner, Part) -> Void
  ) -> Subscription {
    var last: Part?
    func add() -> Subscription {
      addObserver(with: owner) { owner, value in
        let part = value[keyPath: keyPath]
        if part == last { return }
        last = part
        handler(owner, part)
      }
    }
    func note(_ value: Value) {
      let part = value[keyPath: keyPath]
      last = part
      if isInitial { handler(owner, part) }
    }
    return begin(add, note)
  }

  /// Adds an observer, and then calls `note`, untracked, with the value from which the observer follows the changes.
  @inlinable @inline(__always)
  final func begin(_ add: () -> Subscription, _ note: (Value) -> Void) -> Subscription {
    let isHeld = Context.holdDeliveries()
    let subscription = add()
    let value = peek(for: subscription)
    Context.deliverFirst(isHeld) { note(value) }
    return subscription
  }

  /// The value from which a new observer follows the changes.
  ///
  /// The behavior may change while the observer is added: a derivation may write its own dependency, and the ends of
  /// other observers may run any code. Deliveries wait meanwhile, and the observer is not notified of this value again.
  @inlinable @inline(__always)
  final func peek(for subscription: Subscription) -> Value {
    let value = peek()
    node.noteSeen(by: subscription)
    withExtendedLifetime(self) {}
    return value
  }

  /// For a stream of changes, whose link is `receiver`. `handler` must retain `receiver`; the token retains nothing.
  @inlinable
  package final func attach(
    informing receiver: any FinishReceiver, _ handler: @escaping (Value) -> Void
  ) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return begun(observers.attach(informing: receiver, handler))
  }

  /// For an observer that retains the behavior or belongs to it: the token retains nothing.
  @inlinable
  package final func attach<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Value) -> Void
  ) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    return begun(observers.attach(with: owner, handler))
  }

  /// Starts activities that run while the behavior is observed. `observe` starts them after its first call, so that its
  /// observer does not receive the same value twice.
  @inlinable @inline(__always)
  final func begun(_ subscription: Subscription) -> Subscription {
    if flags.contains(.counted) { settleLiveness() }
    return subscription
  }

  /// A derivation that was never needed must run once to find its dependencies.
  @inlinable
  package final func prepareToObserve() {
    if !flags.isDisjoint(with: .stale) { Context.current.refreshToObserve(node) }
  }

  /// Enqueues a derivation that a write in its own run has invalidated.
  @inlinable
  package final func finishObserving() {
    if flags.contains(.pending) { Context.current.enqueueAndFlush(node) }
  }
}

extension BehaviorProtocol {
  /// Calls `handler` at each change, without the value.
  ///
  /// ```swift
  /// let all: [any BehaviorProtocol] = [OpenBehavior(1), OpenBehavior("two")]
  /// for behavior in all { behavior.onChange { print("changed") } }
  /// (all[0] as? OpenBehavior<Int>)?.value = 2  // prints "changed"
  /// ```
  ///
  /// The type of the value need not be known. Otherwise like ``Behavior/sink(_:)``. From Yoyo, where the protocol is
  /// called `UntypedProperty`.
  @inlinable
  @discardableResult
  public func onChange(_ handler: @escaping () -> Void) -> Subscription {
    behavior.begun(behavior.addObserver { _ in handler() }).handedOut()
  }
}

extension Behavior {
  /// Unavailable: RxSwift's name of ``observe(_:)``.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func subscribe(onNext handler: @escaping (Value) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: RxCocoa's name of ``observe(_:)``.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func drive(onNext handler: @escaping (Value) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: the read side of a behavior is a `Behavior`.
  @available(*, unavailable, message: "a behavior is the read side already: return it as a Behavior")
  public final func asDriver() -> Behavior<Value> { stop("unavailable") }

  /// Unavailable: a graph stays in its isolation. See the guide Isolation.
  @available(*, unavailable, message: "a graph stays in its isolation; leave it by for await over values")
  public final func receive<Scheduler>(on scheduler: Scheduler) -> Behavior<Value> { stop("unavailable") }

  /// Unavailable: Combine's spelling of ``sink(_:)``.
  @available(*, unavailable, renamed: "sink(_:)")
  public final func sink(receiveValue handler: @escaping (Value) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: Ultramarine's name of ``sink(_:)``.
  @available(*, unavailable, renamed: "sink(_:)")
  public final func onUpdate(_ handler: @escaping (Value, Subscription) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: Yoyo's way to end an observer.
  @available(*, unavailable, message: "cancel the Subscription that onChange returns")
  public final func unsubscribeFromChanges(_ subscription: Subscription) { stop("unavailable") }

  /// Unavailable: the read side of a behavior is a `Behavior`.
  @available(*, unavailable, message: "a behavior is the read side already: return it as a Behavior")
  public final func eraseToAnyPublisher() -> Behavior<Value> { stop("unavailable") }

  /// Unavailable: the read side of a behavior is a `Behavior`.
  @available(*, unavailable, message: "a behavior is the read side already: return it as a Behavior")
  public final func asObservable() -> Behavior<Value> { stop("unavailable") }
}

/// Yoyo's name of ``BehaviorProtocol``.
@available(*, unavailable, renamed: "BehaviorProtocol")
public typealias UntypedProperty = BehaviorProtocol
