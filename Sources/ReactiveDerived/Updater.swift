/// Runs updates of non-reactive objects, such as views.
///
/// ```swift
/// final class Button { var isHidden = false }
/// let button = Button()
/// let isLoggedIn = StoredProperty(false)
///
/// let updater = Updater()
/// updater.keepUpToDate(dependencies: [isLoggedIn]) { button.isHidden = isLoggedIn.value }
/// updater.onTransition(isLoggedIn) { was, isLoggedIn in
///   if was != nil && isLoggedIn { print("welcome") }
/// }
/// isLoggedIn.value = true  // prints "welcome"
/// print(button.isHidden)   // true
/// ```
///
/// An update runs after a verified change, when its dependencies are up to date, once for each
/// ``/ReactiveCore/batch(_:)``. Its writes are a batch of their own. Updates run in the order in which changes reach
/// them.
///
/// Keep the updater: its updates end with it. It retains their captures and dependencies, so capture its owner weakly
/// or unowned, or use a method with a target.
///
/// Cost: about 240 bytes, plus 270 for each update, or 480 with a target. From Yoyo (`YoyoUpdater`).
public final class Updater: Updating {
  private let updates: ScopeNode
  private let name: String?
  private let file: StaticString
  private let line: UInt
  private var targeted: [Targeted] = []
  private var limit = 16

  private struct Targeted {
    weak var target: AnyObject?
    weak var reaction: Reaction?
  }

  /// An updater without updates.
  ///
  /// Messages identify its updates by `name`, or else by `file` and `line`.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    self.file = file
    self.line = line
    updates = ScopeNode(named: name, file: file, line: line)
    self.name = name
  }

  /// Calls `updater` now, and after each change of `dependencies`.
  ///
  /// For updates that are harmless to repeat. Other reads of `updater` are not tracked.
  public func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void) {
    let nodes = dependencies.map { untyped($0) }
    keep {
      for node in nodes { node.follow() }
      Context.pauseTracking(updater)
    }
  }

  /// Calls a method of `target` now, and after each change of `dependencies`, while `target` lives.
  ///
  /// ```swift
  /// final class Header {
  ///   let title = StoredProperty("one")
  ///   let updater = Updater()
  ///   init() { updater.keepUpToDate(dependencies: [title], updater: self, Header.update) }
  ///   func update() { print(title) }
  /// }
  /// let header = Header()       // prints "one"
  /// header.title.value = "two"  // prints "two"
  /// ```
  ///
  /// The target is held weakly, so it may own the updater.
  public func keepUpToDate<Target: AnyObject>(
    dependencies: [any BehaviorProtocol], updater target: Target, _ update: @escaping (Target) -> () -> Void
  ) {
    keepUpToDate(dependencies: dependencies, with: target) { update($0)() }
  }

  /// Calls `updater` with `owner` now, and after each change of `dependencies`, while `owner` lives.
  ///
  /// The owner is held weakly; the closure need not capture it.
  public func keepUpToDate<Owner: AnyObject>(
    dependencies: [any BehaviorProtocol], with owner: Owner, updater: @escaping (Owner) -> Void
  ) {
    let nodes = dependencies.map { untyped($0) }
    weak var reaction: Reaction?
    reaction = keep { [weak owner] in
      guard let owner else {
        reaction?.cancel()
        return
      }
      for node in nodes { node.follow() }
      Context.pauseTracking { updater(owner) }
    }
    if let reaction, !reaction.isCancelled { note(owner, reaction) }
  }

  /// Ends the updates of deallocated targets once these may be half of all: amortized constant cost.
  private func note(_ target: AnyObject, _ reaction: Reaction) {
    if targeted.count >= limit {
      let dead = targeted.filter { $0.target == nil }.compactMap(\.reaction)
      targeted.removeAll { $0.target == nil }
      limit = max(16, 2 * targeted.count)
      for reaction in dead { reaction.cancel() }
    }
    targeted.append(Targeted(target: target, reaction: reaction))
  }

  /// Calls `observer` with the value of its last call, nil at first, and the current one: now, and after each change.
  /// Compared by `==`.
  ///
  /// For updates that must not be repeated. Transitions during a pause coalesce.
  public func onTransition<Value: Equatable>(
    _ property: Behavior<Value>, observer: @escaping (_ old: Value?, _ new: Value) -> Void
  ) { onTransition(property, isDuplicate: ==, observer) }

  /// Calls `observer` with the value of its last call, nil at first, and the current one: now, and after each change.
  /// Compared by identity.
  @_disfavoredOverload
  public func onTransition<Value>(
    _ property: Behavior<Value>, observer: @escaping (_ old: Value?, _ new: Value) -> Void
  ) {
    onTransition(property, isDuplicate: isSameInstance, observer)
  }

  private func onTransition<Value>(
    _ property: Behavior<Value>, isDuplicate: @escaping (Value, Value) -> Bool,
    _ observer: @escaping (Value?, Value) -> Void
  ) {
    var last: Value?
    keep {
      property.follow()
      let new = property.present
      Context.pauseTracking {
        let old = last
        // After a pause, the value may be the one from before.
        if let old, isDuplicate(old, new) { return }
        last = new
        observer(old, new)
      }
    }
  }

  /// Defers all updates until ``resume()``.
  ///
  /// An update that is added during the pause first runs at once.
  public func pause() { updates.pauseItself(true) }

  /// Ends the pause, and runs each outdated update once.
  public func resume() { batch { updates.pauseItself(false) } }

  /// Yoyo's name for ``resume()``.
  public func unpause() { resume() }

  /// Runs `update` now, and after each change of its dependencies, until the updater ends.
  @discardableResult
  private func keep(_ update: @escaping () -> Void) -> Reaction {
    updates.own {
      let reaction = Reaction(named: name, file: file, line: line, body: update)
      Reaction.launch(reaction)
      return reaction
    }
  }
}

/// Yoyo's name for ``Updater``.
@available(*, unavailable, renamed: "Updater")
public typealias YoyoUpdater = Updater

/// Ultramarine's name of a ``DerivedProperty`` of one behavior.
@available(*, unavailable, message: "use map(_:), or a DerivedProperty")
public typealias InjectionBehavior<Source, Result> = DerivedProperty<Result>

/// Ultramarine's name of a ``DerivedProperty`` of two behaviors.
@available(*, unavailable, message: "use combine(_:), or a DerivedProperty")
public typealias CombineBehavior<One, Other, Result> = DerivedProperty<Result>

/// Ultramarine's name of a ``FormattedBehavior``.
@available(*, unavailable, renamed: "FormattedBehavior")
public typealias FormattedStringBehavior = FormattedBehavior
