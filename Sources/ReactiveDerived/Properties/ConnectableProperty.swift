/// A property that is connected to another from outside, again and again if need be.
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
/// For an object whose input is chosen from outside. Each connection takes the place of the one before, which is
/// released at once. Connecting is a change like any other: observers are notified if the value differs, and once for a
/// ``/ReactiveCore/batch(_:)``. It keeps alive what it is connected to. Connecting it to itself, or in a ring, is a
/// dependency cycle, which stops with a message when the value is read, and keeps itself alive until one of them is
/// connected elsewhere. Cost: about 320 bytes for an `Int`. From Yoyo.
public final class ConnectableProperty<Value>: ComputedBehavior<Value> {
  // Its function keeps it, and releases it as a link of a chain.
  @usableFromInline unowned let source: OpenBehavior<Source>

  @usableFromInline
  enum Source {
    case constant(Value)
    case behavior(Behavior<Value>)
  }

  @inlinable
  init(_ value: Value, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt) {
    // Every connection counts: whether it changes anything is this property's own test.
    let source = OpenBehavior(Source.constant(value), Equality(.never()), name: nil, file: file, line: line)
    self.source = source
    super.init(test, name: name, file: file, line: line) {
      switch source.read() {
      case .constant(let value): return value
      case .behavior(let behavior): return behavior.read()
      }
    }
  }

  /// A property with a value for as long as it is not connected, for which two values are the same if
  /// `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    unconnectedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(unconnectedValue, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property with a value for as long as it is not connected; an equal value is no change.
  @inlinable
  public convenience init(
    unconnectedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(unconnectedValue, Equality(.equal()), name, file, line) }

  /// A property with a value for as long as it is not connected; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init(
    unconnectedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(unconnectedValue, Equality(.identity()), name, file, line) }

  /// Follows `property` from now on, and nothing else.
  public func connect(_ property: Behavior<Value>) { connect(to: .behavior(property)) }

  /// Has the value `constant` from now on, and follows nothing.
  public func connect(constant: Value) { connect(to: .constant(constant)) }

  /// Keeps the value that it has now, and follows nothing, until it is connected again.
  public func disconnect() { connect(constant: peek()) }

  private func connect(to new: Source) {
    source.value = new
    invalidate(.forgettingReads)
  }
}
