// `changePredicate:`, the opposite of `isDuplicate:`, only where Yoyo has it.

extension StoredProperty {
  /// Like `init(_:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(value, name: name, file: file, line: line, isDuplicate: { !changePredicate($0, $1) }) }
}

extension DerivedProperty {
  /// Like `init(dependencies:calculator:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    dependencies: [any BehaviorProtocol], name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping () -> Value, changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      dependencies: dependencies, name: name, file: file, line: line, calculator: calculator,
      isDuplicate: { !changePredicate($0, $1) })
  }
}

extension ManuallyRecalculatedDerivedProperty {
  /// Like `init(calculator:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, calculator: @escaping () -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      name: name, file: file, line: line, calculator: calculator, isDuplicate: { !changePredicate($0, $1) })
  }
}

extension PassThroughProperty {
  /// Like `init(parentProperty:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      parentProperty: parentProperty, name: name, file: file, line: line, isDuplicate: { !changePredicate($0, $1) })
  }
}

extension ConnectableProperty {
  /// Like `init(unconnectedValue:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    unconnectedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      unconnectedValue: unconnectedValue, name: name, file: file, line: line,
      isDuplicate: { !changePredicate($0, $1) })
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension TentativeProperty {
  /// Like `init(parentProperty:validFor:isDuplicate:)`, with the opposite test.
  public convenience init(
    parentProperty: Behavior<Value>, validFor: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      parentProperty: parentProperty, validFor: validFor, clock: clock, isolation: isolation, name: name, file: file,
      line: line, isDuplicate: { !changePredicate($0, $1) })
  }
}

extension MultilevelProperty {
  /// Like `init(parentProperty:childSelector:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Value>,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      parentProperty: parentProperty, name: name, file: file, line: line, childSelector: childSelector,
      isDuplicate: { !changePredicate($0, $1) })
  }

  /// Like `init(parentProperty:childKeyPath:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init<Child: Behavior<Value>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Parent, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      parentProperty: parentProperty, childKeyPath: childKeyPath, name: name, file: file, line: line,
      isDuplicate: { !changePredicate($0, $1) })
  }
}

extension MultilevelOptionalProperty {
  /// Like `init(parentProperty:childSelector:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Child>?,
    changePredicate: @escaping (_ old: Child?, _ new: Child?) -> Bool
  ) {
    self.init(
      parentProperty: parentProperty, name: name, file: file, line: line, childSelector: childSelector,
      isDuplicate: { !changePredicate($0, $1) })
  }

  /// Like `init(parentProperty:childKeyPath:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init<Object, Inner: Behavior<Child>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Object, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    changePredicate: @escaping (_ old: Child?, _ new: Child?) -> Bool
  ) where Parent == Object? {
    self.init(
      parentProperty: parentProperty, childKeyPath: childKeyPath, name: name, file: file, line: line,
      isDuplicate: { !changePredicate($0, $1) })
  }
}

extension MultilevelCollectionProperty {
  /// Like `init(parentProperty:childSelector:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Value.Element) -> [any BehaviorProtocol],
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      parentProperty: parentProperty, name: name, file: file, line: line, childSelector: childSelector,
      isDuplicate: { !changePredicate($0, $1) })
  }

  /// Like `init(parentProperty:childKeyPath:isDuplicate:)`, with the opposite test.
  @inlinable
  public convenience init<Child: BehaviorProtocol>(
    parentProperty: Behavior<Value>, childKeyPath: KeyPath<Value.Element, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(
      parentProperty: parentProperty, childKeyPath: childKeyPath, name: name, file: file, line: line,
      isDuplicate: { !changePredicate($0, $1) })
  }
}
