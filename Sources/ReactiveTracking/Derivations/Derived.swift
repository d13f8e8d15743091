/// A computed value in a property, cached, and brought up to date when it is needed.
///
/// ```swift
/// @Atom var x = 1
/// @Atom var y = 2
/// @Derived var sum = x + y
/// print(sum)  // 3
/// x = 10
/// print(sum)  // 12
/// ```
///
/// Where Swift forbids an initial value to use `self`, in a class, the function is given its owner, which is not
/// retained:
///
/// ```swift
/// final class Counter {
///   @Atom var count = 0
///   @Derived({ (me: Counter) in "Count: \(me.count)" }) var title: String
/// }
/// let counter = Counter()
/// counter.count += 1
/// print(counter.title)  // Count: 1
/// ```
///
/// A `$title` that is kept for longer than the object is a constant from then on, and its observers are not called again.
///
/// `$sum` is the ``Derivation``. Values of an `Equatable` type are cut by `==`, objects by identity, all others always
/// count as a change; `@Derived(isDuplicate: …)` takes a test of your own. Cost: that of a ``Derivation``, 16
/// bytes where it is declared, and 96 more in the form with an owner. From Ripple.
@propertyWrapper
public struct Derived<Value> {
  @usableFromInline let derivation: Derivation<Value>
  @usableFromInline let owner: OwnerBox<Value>?

  @inlinable
  init(_ derivation: Derivation<Value>) {
    self.derivation = derivation
    owner = nil
  }

  @inlinable
  init(_ derivation: Derivation<Value>, of owner: OwnerReference) {
    self.derivation = derivation
    self.owner = OwnerBox(owner, derivation)
  }

  // All in here rather than in constrained extensions, as in `Atom`.

  /// A derivation; the same object, or nil after nil, is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(Derivation(name: name, file: file, line: line, wrappedValue)) }

  /// A derivation; an equal value is no change.
  @inlinable
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable { self.init(Derivation(name: name, file: file, line: line, wrappedValue)) }

  /// A derivation for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(Derivation(name: name, file: file, line: line, isDuplicate: isDuplicate, wrappedValue)) }

  /// A derivation in a class: `body` is given the object that the property belongs to.
  ///
  /// The object is known from the first time that the property is used through it, and is not retained. A derivation
  /// that outlives it has ended: it keeps its last value as a constant, depends on nothing, and calls its observers no
  /// more. If it never had a value, a read stops with a message.
  @inlinable @_disfavoredOverload
  public init<Owner: AnyObject>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (Owner) -> Value
  ) {
    let owner = OwnerReference()
    self.init(Derivation(name: name, file: file, line: line) { owner.call(body) }, of: owner)
  }

  /// A derivation in a class; an equal value is no change.
  @inlinable
  public init<Owner: AnyObject>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (Owner) -> Value
  ) where Value: Equatable {
    let owner = OwnerReference()
    self.init(Derivation(name: name, file: file, line: line) { owner.call(body) }, of: owner)
  }

  /// A derivation in a class, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public init<Owner: AnyObject>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool, _ body: @escaping (Owner) -> Value
  ) {
    let owner = OwnerReference()
    self.init(Derivation(name: name, file: file, line: line, isDuplicate: isDuplicate) { owner.call(body) }, of: owner)
  }

  /// The value, brought up to date. The read is tracked.
  @inlinable
  public var wrappedValue: Value { derivation.read() }

  /// The derivation, written `$name`.
  @inlinable
  public var projectedValue: Derivation<Value> { derivation }

  /// The value of a property of a class; what the compiler calls in the place of ``wrappedValue``.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped _: KeyPath<Owner, Value>, storage storage: KeyPath<Owner, Self>
  ) -> Value {
    let me = owner[keyPath: storage]
    me.owner?.reference.set(owner)
    return me.derivation.read()
  }

  /// The derivation of a property of a class; what the compiler calls in the place of ``projectedValue``.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, projected _: KeyPath<Owner, Derivation<Value>>,
    storage storage: KeyPath<Owner, Self>
  ) -> Derivation<Value> {
    let me = owner[keyPath: storage]
    me.owner?.reference.set(owner)
    return me.derivation
  }
}

/// The object that a property belongs to, once it is known; for the function of its derivation.
@usableFromInline
final class OwnerReference {
  private weak var owner: AnyObject?
  private var isSet = false

  @usableFromInline init() {}

  @usableFromInline
  func set(_ object: AnyObject) {
    if isSet { return }
    isSet = true
    owner = object
  }

  fileprivate var isGone: Bool { isSet && owner == nil }

  /// What `body` makes of the owner. Once that is gone, the derivation that runs here ends with the value that it has.
  @usableFromInline
  func call<Owner: AnyObject, Value>(_ body: (Owner) -> Value) -> Value {
    if let owner = owner as? Owner { return body(owner) }
    // In the owner's own end, before its fields are released, or on the way from another thread.
    if isSet, let last = Derivation<Value>.endWithPresentValue() { return last }
    let label = Context.runningNode?.label ?? "a @Derived"
    stop(
      isSet
        ? """
        \(label) is a @Derived of an object that is gone, and was never read while that lived, so it has no value. Read it \
        once while its object lives, or keep the object.
        """
        : """
        \(label) is a @Derived whose function takes its owner; it was used before the owner was known, or outside of a class. \
        Read it through the object once before its derivation runs; outside of a class, give it an initial value.
        """)
  }
}

/// What only the property holds, so that its end is that of the object: a derivation that is kept for longer ends then.
@usableFromInline
final class OwnerBox<Value> {
  @usableFromInline let reference: OwnerReference
  private var derivation: Derivation<Value>

  @usableFromInline
  init(_ reference: OwnerReference, _ derivation: Derivation<Value>) {
    self.reference = reference
    self.derivation = derivation
  }

  deinit {
    // The property's own reference has gone by now. One that was replaced by another property has its owner still.
    if isKnownUniquelyReferenced(&derivation) || !reference.isGone { return }
    let derivation = derivation
    derivation.isolation.perform(atEndOf: self) { derivation.endWithPresentValue() }
  }
}
