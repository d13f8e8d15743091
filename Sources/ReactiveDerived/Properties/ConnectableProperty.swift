/// A property that is connected to a behavior from outside, and can be reconnected.
///
/// ```swift
/// final class Label {
///   let text = ConnectableProperty(unconnectedValue: "")
/// }
/// let label = Label()
/// label.text.sink { print($0) }
/// let name = StoredProperty("Ada")
/// label.text.connect(name)             // prints "Ada"
/// name.value = "Grace"                 // prints "Grace"
/// label.text.connect(constant: "bye")  // prints "bye"
/// name.value = "Edsger"                // prints nothing
/// ```
///
/// Each connection replaces and releases the one before. Connecting is a change like any other: observers are notified
/// if the value differs, once for a ``/ReactiveCore/batch(_:)``.
///
/// The property retains the connected behavior. Connected to itself, or in a ring, it is a dependency cycle: a read
/// stops the program with a message, and the ring retains itself until a member is reconnected. Cost: about 320 bytes
/// for an `Int`. From Yoyo.
public final class ConnectableProperty<Value>: ComputedBehavior<Value> {
  // Retained by the function, and released with it as a link of a chain.
  @usableFromInline unowned let source: OpenBehavior<Source>

  @usableFromInline
  enum Source {
    case constant(Value)
    case behavior(Behavior<Value>)
  }

  @inlinable
  init(_ value: Value, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt) {
    // No duplicates here: the property itself tests for changes.
    let source = OpenBehavior(Source.constant(value), Equality(.never()), name: nil, file: file, line: line)
    self.source = source
    super.init(test, name: name, file: file, line: line) {
      switch source.read() {
      case .constant(let value): return value
      case .behavior(let behavior): return behavior.read()
      }
    }
  }

  /// A property that begins with `unconnectedValue`, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    unconnectedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(unconnectedValue, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property that begins with `unconnectedValue`, compared by `==`.
  @inlinable
  public convenience init(
    unconnectedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(unconnectedValue, Equality(.equal()), name, file, line) }

  /// A property that begins with `unconnectedValue`, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    unconnectedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(unconnectedValue, Equality(.identity()), name, file, line) }

  /// Follows only `property` from now on.
  public func connect(_ property: Behavior<Value>) { connect(to: .behavior(property)) }

  /// Has the value `constant` from now on, and follows nothing.
  public func connect(constant: Value) { connect(to: .constant(constant)) }

  /// Keeps the current value, and follows nothing, until it is reconnected.
  public func disconnect() { connect(constant: peek()) }

  private func connect(to new: Source) {
    source.value = new
    invalidate(.forgettingReads)
  }
}
