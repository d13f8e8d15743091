/// Runs updates of things that are not reactive, such as views, for as long as it lives.
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
/// Keep the updater: everything that it was given ends with it. An update runs once for each verified change and each
/// ``/ReactiveCore/batch(_:)``, after its dependencies are up to date; what it writes is a batch of its own. Updates
/// run in the order in which they were reached, first in, first out. It keeps alive what its updates capture and depend
/// on; capture the object that owns it weakly or unowned, or use the form with a target. Cost: about 240 bytes, and
/// about 270 for each update, 480 with a target. From Yoyo, where it is called `YoyoUpdater`.
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
  /// Messages call its updates by `name`, or else by the `file` and `line` of its creation.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    self.file = file
    self.line = line
    updates = ScopeNode(named: name, file: file, line: line)
    self.name = name
  }

  /// Calls `updater` now, and again after each change of one or more of `dependencies`.
  ///
  /// For updates that may be repeated without harm. What `updater` reads beside the dependencies is not followed.
  public func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void) {
    let nodes = dependencies.map { untyped($0) }
    keep {
      for node in nodes { node.follow() }
      Context.pauseTracking(updater)
    }
  }

  /// Calls a method of `target` now, and again after each change of one or more of `dependencies`, while it lives.
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

  /// Calls `updater` with `owner` now, and again after each change of one or more of `dependencies`, while it lives.
  ///
  /// The owner is held weakly and handed to the closure, which need not capture it.
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

  /// Ends the updates of dead targets once they may be half of all: at a constant price for each that is added.
  private func note(_ target: AnyObject, _ reaction: Reaction) {
    if targeted.count >= limit {
      let dead = targeted.filter { $0.target == nil }.compactMap(\.reaction)
      targeted.removeAll { $0.target == nil }
      limit = max(16, 2 * targeted.count)
      for reaction in dead { reaction.cancel() }
    }
    targeted.append(Targeted(target: target, reaction: reaction))
  }

  /// Calls `observer` with the value that it was given last, nil the first time, and the present one: now, and after each
  /// change to a value that is not equal.
  ///
  /// For updates that must not be repeated. While the updater is paused, transitions add up to one.
  public func onTransition<Value: Equatable>(
    _ property: Behavior<Value>, observer: @escaping (_ old: Value?, _ new: Value) -> Void
  ) { onTransition(property, isDuplicate: ==, observer) }

  /// Calls `observer` with the value that it was given last, nil the first time, and the present one: now, and after each
  /// change, but not from an object to the same one.
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
        // Looked at again: after a pause, the values may be those from before it.
        if let old, isDuplicate(old, new) { return }
        last = new
        observer(old, new)
      }
    }
  }

  /// Defers all updates until ``resume()``.
  ///
  /// An update that is added during the pause runs at once, and then waits like the others.
  public func pause() { updates.pauseItself(true) }

  /// Ends the pause: what has to be updated is, once.
  public func resume() { batch { updates.pauseItself(false) } }

  /// Yoyo's word for ``resume()``.
  public func unpause() { resume() }

  /// Runs `update` now and after each change of what it reads, until this ends.
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
