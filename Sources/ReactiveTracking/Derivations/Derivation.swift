/// A value computed from others, cached, and brought up to date when it is needed.
///
/// ```swift
/// let width = atom(2), height = atom(3)
/// let area = Derivation { width.value * height.value }
/// print(area.value)  // 6
/// width.value = 5
/// print(area.value)  // 15
/// ```
///
/// The function runs at the first read, and later only when the value is needed (read, observed, or depended on by an
/// effect) and something that it read in its last run has really changed: at most once per change, never with a mix of
/// old and new values. What it reads is found anew in each run, so a branch that is not taken is no dependency. A
/// result that equals the last one stops there: values of an `Equatable` type are compared by `==`, objects by identity,
/// however they are held; all others always count as a change. The function should only read; one that reads its own value stops with
/// a message that names the cycle.
///
/// It is a ``/ReactiveCore/Behavior``: `peek()`, `sink` and `observe` are its own. It keeps alive what its function
/// captures, and nothing else; you keep it alive, or a subscription to it that you keep. The first read of a long chain that was never evaluated
/// recurses; see the guide to tracking for how deep. Cost: 112 bytes for an `Int`, 48 for each dependency; a read of
/// one that is up to date takes a few ns. From Ripple; elsewhere a computed or memo.
public final class Derivation<Value>: ComputedBehavior<Value>, Runtime.Publisher, Runtime.Subscriber {
  @inlinable
  init(
    _ equality: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt, _ body: @escaping () -> Value
  ) {
    super.init(equality, name: name, file: file, line: line, compute: body)
  }

  // All in here, as in `Atom`.

  /// A derivation; the same object, or nil after nil, is no change, any other value is one.
  ///
  /// Messages and pictures call the derivation by `name`, or else by the `file` and `line` of its creation.
  @inlinable @_disfavoredOverload
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Value
  ) {
    self.init(Equality(.identity()), name, file, line, body)
  }

  /// A derivation; an equal value is no change.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Value
  ) where Value: Equatable {
    self.init(Equality(.equal()), name, file, line, body)
  }

  /// A derivation for which two values are the same if `isDuplicate(old, new)`.
  ///
  /// What `isDuplicate` reads is not tracked.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool, _ body: @escaping () -> Value
  ) {
    self.init(Equality(.duplicates(by: isDuplicate)), name, file, line, body)
  }

  /// Runs the function now, whatever has changed. Dependents are notified if the value has.
  ///
  /// For a function that depends on something that is not reactive, such as a clock or a file.
  public func run() { rerun() }

  /// Why the function ran last. See ``RunCause``.
  public var cause: RunCause { RunCause(of: self) }
}

/// A derivation: `derive { … }` is `Derivation { … }`.
///
/// ```swift
/// let count = atom(2)
/// let double = derive { count.value * 2 }
/// print(double)  // 4
/// ```
@inlinable
public func derive<Value: Equatable>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Value
) -> Derivation<Value> { Derivation(name: name, file: file, line: line, body) }

/// A derivation; the same object, or nil after nil, is no change, any other value is one.
@inlinable @_disfavoredOverload
public func derive<Value>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Value
) -> Derivation<Value> { Derivation(name: name, file: file, line: line, body) }

/// A derivation for which two values are the same if `isDuplicate(old, new)`. What `isDuplicate` reads is not tracked.
@inlinable
public func derive<Value>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool, _ body: @escaping () -> Value
) -> Derivation<Value> { Derivation(name: name, file: file, line: line, isDuplicate: isDuplicate, body) }
