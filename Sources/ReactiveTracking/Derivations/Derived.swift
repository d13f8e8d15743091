/// A cached, computed value in a property.
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
/// In a class, an initial value cannot use `self`. The function receives the owner instead, without retaining it:
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
/// A `$title` that outlives the object keeps its last value as a constant, and calls no observer. In the object's
/// `deinit`, `title` can be read as before; if it is observed, until a write there outdates it.
///
/// `$sum` is the ``Derivation``. Cost: that of a ``Derivation``, 16 bytes where it is declared, and 96 more with an
/// owner. From Ripple.
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

  // Not in constrained extensions; see `Atom`.

  /// A derivation. The same object, or nil after nil, is not a change.
  @inlinable @_disfavoredOverload
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(Derivation(name: name, file: file, line: line, wrappedValue)) }

  /// A derivation. An equal value is not a change.
  @inlinable
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable { self.init(Derivation(name: name, file: file, line: line, wrappedValue)) }

  /// A derivation with a test of your own, as in `@Derived(isDuplicate: …)`.
  @inlinable
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(Derivation(name: name, file: file, line: line, isDuplicate: isDuplicate, wrappedValue)) }

  /// A derivation in a class: `body` receives the owner of the property.
  ///
  /// The property receives its owner at the first access through the owner, and does not retain it. A derivation that
  /// outlives the owner keeps its last value as a constant, has no dependencies, and calls no observer. If it has no
  /// value, a read stops the program with a message.
  @inlinable @_disfavoredOverload
  public init<Owner: AnyObject>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (Owner) -> Value
  ) {
    let owner = OwnerReference()
    self.init(Derivation(name: name, file: file, line: line) { owner.call(body) }, of: owner)
  }

  /// A derivation in a class. An equal value is not a change.
  @inlinable
  public init<Owner: AnyObject>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping (Owner) -> Value
  ) where Value: Equatable {
    let owner = OwnerReference()
    self.init(Derivation(name: name, file: file, line: line) { owner.call(body) }, of: owner)
  }

  /// A derivation in a class that compares values by `isDuplicate(old, new)`.
  @inlinable
  public init<Owner: AnyObject>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool, _ body: @escaping (Owner) -> Value
  ) {
    let owner = OwnerReference()
    self.init(Derivation(name: name, file: file, line: line, isDuplicate: isDuplicate) { owner.call(body) }, of: owner)
  }

  /// The up-to-date value. The read is tracked.
  @inlinable
  public var wrappedValue: Value { derivation.read() }

  /// The derivation, written `$name`.
  @inlinable
  public var projectedValue: Derivation<Value> { derivation }

  /// The value in a class; the compiler calls this instead of ``wrappedValue``.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped _: KeyPath<Owner, Value>, storage storage: KeyPath<Owner, Self>
  ) -> Value {
    let me = owner[keyPath: storage]
    guard let reference = me.owner?.reference else { return me.derivation.read() }
    reference.beginRead(by: owner)
    return withExtendedLifetime(owner) {
      let value = me.derivation.read()
      reference.reader = nil
      return value
    }
  }

  /// The derivation in a class; the compiler calls this instead of ``projectedValue``.
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

/// The owner of a property, once set.
@usableFromInline
final class OwnerReference {
  @safe @exclusivity(unchecked) private var reference: WeakObject<AnyObject>?
  @safe @exclusivity(unchecked) private var id: ObjectIdentifier?
  /// The object whose property is being read, which the reading code holds. It may be another one than the owner: a
  /// property can be copied.
  @safe @exclusivity(unchecked) @usableFromInline var reader: ObjectIdentifier?
  private var owner: AnyObject? { reference?.object(isHeld: reader != nil && reader == id) }
  private var isSet: Bool { reference != nil }

  @usableFromInline init() {}

  @usableFromInline
  func beginRead(by object: AnyObject) {
    reader = ObjectIdentifier(object)
    set(object)
  }

  @usableFromInline
  func set(_ object: AnyObject) {
    if isSet { return }
    reference = WeakObject(object)
    id = ObjectIdentifier(object)
  }

  fileprivate var isGone: Bool { isSet && owner == nil }

  /// Passes the owner to `body`. If it has been deallocated, the running derivation ends with its present value.
  @usableFromInline
  func call<Owner: AnyObject, Value>(_ body: (Owner) -> Value) -> Value {
    if let owner = owner as? Owner { return body(owner) }
    return endWithoutOwner(of: Owner.self)
  }

  // Not inlined: it begins by a search for the type of the optional, in code that is not specialized.
  @inline(never)
  private func endWithoutOwner<Owner: AnyObject, Value>(of _: Owner.Type) -> Value {
    // The owner is in its `deinit` and has not asked for the value, or its end is on the way from another thread.
    if isSet, let last = Derivation<Value>.endWithPresentValue() { return last }
    let label = Context.runningNode?.label ?? "a @Derived"
    if let owner {
      stop(
        """
        \(label) is a @Derived whose function takes a \(Owner.self), and it belongs to a \(type(of: owner)). Let the \
        function take the type of the object.
        """)
    }
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

/// Retained by the property alone, so it ends with the owner, and ends a derivation that outlives it.
@usableFromInline
final class OwnerBox<Value>: EndsAtHome {
  @usableFromInline let reference: OwnerReference
  private var derivation: Derivation<Value>

  @usableFromInline
  init(_ reference: OwnerReference, _ derivation: Derivation<Value>) {
    self.reference = reference
    self.derivation = derivation
  }

  deinit {
    // The property's own reference is released by now. If the property was replaced, the owner is still alive.
    if isKnownUniquelyReferenced(&derivation) || !reference.isGone { return }
    let derivation = derivation
    derivation.isolation.perform(atEndOf: self) { derivation.endWithPresentValue() }
  }
}
