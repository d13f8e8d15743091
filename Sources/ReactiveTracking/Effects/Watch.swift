/// Calls `handler` with the old and the new value whenever the value of `source` changes.
///
/// ```swift
/// @Atom var first = "Ada"
/// @Atom var last = "King"
/// let watcher = watch(of: first + " " + last) { old, new in
///   print("\(old) is now \(new)")
/// }
/// last = "Lovelace"  // prints "Ada King is now Ada Lovelace"
/// ```
///
/// What `source` reads is tracked, what `handler` reads is not. With `initial` the handler is called at once, with the
/// present value as both.
///
/// What the handler makes lasts until the next call of the handler, or until the end of the watch: an `onCleanup` in it
/// runs then, and the effects and scopes that it made end. A write that leaves the value as it is disturbs nothing:
///
/// ```swift
/// let selected = atom(1), factor = atom(1)
/// let loading = watch(of: selected.value * factor.value, initial: true) { _, id in
///   print("load \(id)")                 // prints "load 1"
///   onCleanup { print("cancel \(id)") }
/// }
/// batch { selected.value = 2; factor.value = 0 }  // prints "cancel 1", "load 0"
/// selected.value = 3                              // still 0: prints nothing
/// loading.cancel()                                // prints "cancel 0"
/// ```
///
/// An `onCleanup` in `source` runs before `source` is evaluated again.
///
/// The watch lives as long as the effect that this returns, or the scope that it was made in. An object that keeps the
/// effect must not be captured by `source`, which has no capture list: write `unowned let me = self` before it, and
/// `me.count` in it. Cost: that of an ``Effect`` with a scope.
///
/// - Returns: the effect that watches.
public func watch<Value: Equatable>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: ==, handler)
}

/// Calls `handler` with the old and the new value whenever another object takes the place of the old one, or the value
/// is no object and something that `source` reads has changed.
@_disfavoredOverload
public func watch<Value>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(
    of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: isSameInstance,
    handler)
}

/// Calls `handler` with the old and the new value whenever they are not the same by `isDuplicate(old, new)`.
public func watch<Value>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line,
  isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool,
  _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  // Owns what a call of the handler makes.
  let call = EffectScope(ofEffect: name, file, line)
  var last: Value?
  return Effect(name: name, file: file, line: line, with: call) {
    let new = source()
    // Nothing is called if it is dropped meanwhile.
    guard let watch = Context.runningNode else { return }
    untracked {
      let old = last ?? new
      let isNews = last == nil ? initial : !isDuplicate(old, new)
      if last == nil || isNews { last = new }
      if !isNews { return }
      // A watch that is dropped meanwhile ends after this run, as an effect with a scope does.
      withExtendedLifetime(watch) {
        call.empty()
        // A cleanup may have ended the watch.
        if !call.isCancelled { call.own { handler(old, new) } }
      }
    }
  }
}
