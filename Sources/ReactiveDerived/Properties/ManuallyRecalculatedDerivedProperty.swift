/// A property that is computed from something that is not reactive, when you say so.
///
/// ```swift
/// var files = ["a.txt"]
/// let fileCount = ManuallyRecalculatedDerivedProperty { files.count }
/// print(fileCount)  // 1
/// files.append("b.txt")
/// print(fileCount)  // 1
/// fileCount.sink { print("\($0) files") }
/// fileCount.recalculate()  // prints "2 files"
/// ```
///
/// `calculator` runs when the property is made, and in each ``recalculate()``: what it reads is not reactive, so nothing
/// else could say of which moment the value is. Nothing that it reads is followed. It keeps alive what `calculator` captures. Cost: 160 bytes for an `Int`. From Yoyo.
public final class ManuallyRecalculatedDerivedProperty<Value>: ComputedBehavior<Value> {
  @inlinable
  init(
    _ calculator: @escaping () -> Value, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    super.init(test, name: name, file: file, line: line) { Context.pauseTracking(calculator) }
    _ = peek()
  }

  /// A property whose value is made by `calculator`, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, calculator: @escaping () -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(calculator, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property whose value is made by `calculator`; an equal value is no change.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, calculator: @escaping () -> Value
  ) where Value: Equatable { self.init(calculator, Equality(.equal()), name, file, line) }

  /// A property whose value is made by `calculator`; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, calculator: @escaping () -> Value
  ) { self.init(calculator, Equality(.identity()), name, file, line) }

  /// Runs the calculator now, and notifies if the value has changed.
  ///
  /// Inside a ``/ReactiveCore/batch(_:)`` it runs at once all the same, and notifies at the end of the batch.
  public func recalculate() { rerun() }
}
