/// A cached value that is computed from other values.
///
/// ```swift
/// let width = atom(2), height = atom(3)
/// let area = Derivation { width.value * height.value }
/// print(area.value)  // 6
/// width.value = 5
/// print(area.value)  // 15
/// ```
///
/// The function runs at the first read. After that it runs only if a dependency has changed and the value is needed:
/// read, observed, or a dependency of an effect. It runs at most once per change, and never sees a mix of old and new
/// values. Each run records its dependencies anew; a branch that is not taken adds none.
///
/// Duplicates do not notify: `Equatable` values that are equal by `==`, and the same object, however it is held. The
/// function should only read. Reading its own value stops the program with a message that names the cycle.
///
/// It is a ``/ReactiveCore/Behavior``, with `peek()`, `sink` and `observe`. It retains only the captures of its
/// function. Keep it, or a subscription to it. The first read of a long chain recurses; the guide to tracking states
/// how deep. Cost: 128 bytes for an `Int`, 48 per dependency; a read takes a few ns if nothing has changed. From
/// Ripple; other libraries call it a computed or a memo.
public final class Derivation<Value>: ComputedBehavior<Value>, Runtime.Publisher, Runtime.Subscriber {
  @inlinable
  init(
    _ equality: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt, _ body: @escaping () -> Value
  ) {
    super.init(equality, name: name, file: file, line: line, compute: body)
  }

  // Not in constrained extensions; see `Atom`.

  /// A derivation. The same object, or nil after nil, is not a change.
  ///
  /// Messages and graph pictures identify the derivation by `name`, or else by `file` and `line`.
  @inlinable @_disfavoredOverload
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Value
  ) {
    self.init(Equality(.identity()), name, file, line, body)
  }

  /// A derivation. An equal value is not a change.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Value
  ) where Value: Equatable {
    self.init(Equality(.equal()), name, file, line, body)
  }

  /// A derivation that compares values by `isDuplicate(old, new)`, which is not tracked.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool, _ body: @escaping () -> Value
  ) {
    self.init(Equality(.duplicates(by: isDuplicate)), name, file, line, body)
  }

  /// Runs the function now, and notifies dependents if the value changes.
  ///
  /// For functions of something that is not reactive, such as a clock or a file.
  public func run() { rerun() }

  /// Why the function ran last.
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

/// A derivation. The same object, or nil after nil, is not a change.
@inlinable @_disfavoredOverload
public func derive<Value>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Value
) -> Derivation<Value> { Derivation(name: name, file: file, line: line, body) }

/// A derivation that compares values by `isDuplicate(old, new)`, which is not tracked.
@inlinable
public func derive<Value>(
  name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool, _ body: @escaping () -> Value
) -> Derivation<Value> { Derivation(name: name, file: file, line: line, isDuplicate: isDuplicate, body) }
