/// A property that is computed from something non-reactive, on request.
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
/// `calculator` runs at creation and in each ``recalculate()``. Its reads are not tracked. The property retains its
/// captures. Cost: 176 bytes for an `Int`. From Yoyo.
public final class ManuallyRecalculatedDerivedProperty<Value>: ComputedBehavior<Value> {
  @inlinable
  init(
    _ calculator: @escaping () -> Value, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    super.init(test, name: name, file: file, line: line) { Context.pauseTracking(calculator) }
    _ = peek()
  }

  /// A property computed by `calculator`, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, calculator: @escaping () -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(calculator, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property computed by `calculator`, compared by `==`.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, calculator: @escaping () -> Value
  ) where Value: Equatable { self.init(calculator, Equality(.equal()), name, file, line) }

  /// A property computed by `calculator`, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, calculator: @escaping () -> Value
  ) { self.init(calculator, Equality(.identity()), name, file, line) }

  /// Runs the calculator now, and notifies if the value has changed.
  ///
  /// In a ``/ReactiveCore/batch(_:)``, it also runs at once, and notifies at the end.
  public func recalculate() { rerun() }
}
