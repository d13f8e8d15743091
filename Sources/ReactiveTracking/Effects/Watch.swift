/// Calls `handler` with the old and new values when the value of `source` changes.
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
/// `source` is tracked, `handler` is not. With `initial`, the handler is called at once, with the current value for
/// both arguments.
///
/// Before the next call, and at the end of the watch, the handler's `onCleanup` runs, and effects and scopes created in
/// it end. A write that keeps the value does not disturb them:
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
/// An `onCleanup` in `source` runs before `source` is evaluated again. A closure in `source` needs a result type,
/// `{ () -> Int in … }()`: otherwise Swift may not see that the values are `Equatable`.
///
/// The watch ends with the returned effect, or with the scope it was created in. `source` is an autoclosure and has no
/// capture list. If an object that it uses keeps the effect, write `unowned let me = self` before the call, and
/// `me.count` in `source`. Cost: an ``Effect`` with a scope.
///
/// - Returns: The watching effect.
public func watch<Value: Equatable>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: ==, handler)
}

/// Calls `handler` with the old and new values when the object is replaced; for other values, when a dependency
/// changes.
@_disfavoredOverload
public func watch<Value>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(
    of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: isSameInstance,
    handler)
}

/// Calls `handler` with the old and new values when they differ by `isDuplicate(old, new)`.
public func watch<Value>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line,
  isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool,
  _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  // Owns the members created by a call of the handler.
  let call = EffectScope(ofEffect: name, file, line)
  var last: Value?
  return Effect(name: name, file: file, line: line, with: call) {
    let new = source()
    // The source may have released the watch.
    guard var watch = Context.runningNode else { return }
    untracked {
      let old = last ?? new
      let isNews = last == nil ? initial : !isDuplicate(old, new)
      if last == nil || isNews { last = new }
      if !isNews { return }
      call.empty()
      // The test for duplicates and a cleanup may have ended the watch, or released it.
      if call.isCancelled || isKnownUniquelyReferenced(&watch) { return }
      // If the handler releases the watch, it ends after this run, as an effect with a scope does.
      withExtendedLifetime(watch) { call.own { handler(old, new) } }
    }
  }
}
