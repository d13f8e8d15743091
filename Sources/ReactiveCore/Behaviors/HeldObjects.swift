// Unsafe: reads from a type's metadata whether its values are objects.
//
// Swift has no API that tells whether a type is an `any P` with class-bound `P`. The first words of the metadata do;
// their layout is part of Swift's ABI (docs/ABI/TypeMetadata.rst). Invariant: words beyond the kind are read only for
// kinds that have them, and an unknown kind holds no objects.

/// Whether values of a type are objects, however they are held.
@frozen
@usableFromInline
package enum HeldObjects {
  /// No value is an object.
  case never
  /// No value is an object, but some are nil: an optional of a type without objects.
  case neverButNil
  /// Each value is an object or nil: a class, an `any P` of class-bound protocols, `AnyObject`, or an optional of one.
  /// The first word is its address.
  case always
  /// Each value may be an object: `Any`, `any P` of other protocols, `any Error`, or an optional of one.
  case perhaps
}

/// Usually reads only the first word of the metadata.
@inlinable @inline(__always)
package func heldObjects(of type: Any.Type) -> HeldObjects {
  // Most types: a struct, or an enum other than an optional.
  let kind = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
  return kind == 0x200 || kind == 0x201 ? .never : objectsHeld(by: type)
}

@usableFromInline
func objectsHeld(by type: Any.Type) -> HeldObjects {
  switch MetadataKind(withoutOptionals: type) {
  case .class, .classExistential: .always
  case .existential, .otherExistential: .perhaps
  case .optional, .other: if case .optional = MetadataKind(of: type) { .neverButNil } else { .never }
  }
}

private enum MetadataKind {
  case `class`, optional
  /// Of class-bound protocols.
  case classExistential
  /// Of other protocols: three words for the value or its address, then its type.
  case existential
  /// `any Error`, which is boxed, or `any P<Int>`.
  case otherExistential
  case other

  @inline(__always)
  init(_ words: UnsafePointer<UInt>) {
    switch unsafe words[0] {
    // A Swift, imported or Objective-C class. Above these kinds: the address of a metaclass.
    case 0, 0x203, 0x305, 0x800...: self = .class
    case 0x202: self = .optional
    case 0x303:
      // Bit 31 is set if values need not be class instances, the bits before it for `any Error`.
      let flags = unsafe words[1] >> 24 & 0xFF
      self = flags & 0x80 == 0 ? .classExistential : flags & 0x3F == 0 ? .existential : .otherExistential
    case 0x307: self = .otherExistential
    default: self = .other
    }
  }
  @inline(__always)
  init(of type: Any.Type) { unsafe self.init(unsafeBitCast(type, to: UnsafePointer<UInt>.self)) }

  @inline(__always)
  init(withoutOptionals type: Any.Type) {
    var words = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    while unsafe words[0] == 0x202 { unsafe words = UnsafePointer(bitPattern: words[2]).unsafelyUnwrapped }
    unsafe self.init(words)
  }
}

/// The fast path of ``holdSameObject(_:_:)``, for values of `type`. Returns nil if it cannot decide.
@usableFromInline
func holdSameObject(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as type: Any.Type) -> Bool? {
  guard case .existential = MetadataKind(withoutOptionals: type) else { return nil }
  let place = 3 * MemoryLayout<UInt>.size
  let (oldType, newType) = unsafe (
    old.load(fromByteOffset: place, as: UInt.self), new.load(fromByteOffset: place, as: UInt.self)
  )
  // nil has a small number in place of a type.
  guard oldType >= 4096, newType >= 4096 else { return nil }
  let oldKind = unsafe MetadataKind(UnsafePointer(bitPattern: oldType).unsafelyUnwrapped)
  let newKind = unsafe MetadataKind(UnsafePointer(bitPattern: newType).unsafelyUnwrapped)
  switch (oldKind, newKind) {
  case (.class, .class): return unsafe old.load(as: UInt.self) == new.load(as: UInt.self)
  case (.other, _), (_, .other): return false
  default: return nil
  }
}

/// Whether two values hold the same object, or are nil at the same level.
@usableFromInline
func holdSameObject(_ old: Any, _ new: Any) -> Bool {
  switch (Held(old), Held(new)) {
  case (.object(let old), .object(let new)): old == new
  case (.nothing(let oldLevel), .nothing(let newLevel)): oldLevel == newLevel && type(of: old) == type(of: new)
  default: false
  }
}

/// The identity of the object that a value holds, however it is held; nil if it holds none.
@usableFromInline
package func identity(of value: Any) -> ObjectIdentifier? {
  if case .object(let object) = Held(value) { object } else { nil }
}

private enum Held {
  case value
  case object(ObjectIdentifier)
  /// nil, `level` optionals deep.
  case nothing(level: Int)

  init(_ value: Any, level: Int = 0) {
    switch MetadataKind(of: type(of: value)) {
    case .class: self = cast(value, to: AnyObject.self).map { .object(ObjectIdentifier($0)) } ?? .value
    case .optional:
      if let wrapped = (value as? any OptionalValue)?.wrappedValue {
        self = Held(wrapped, level: level + 1)
      } else {
        self = .nothing(level: level)
      }
    default: self = .value
    }
  }
}

/// Not `as AnyObject`, which would return the box of an error.
private func cast<Value, Target>(_ value: Value, to _: Target.Type) -> Target? { value as? Target }

/// Whether both are nil at the same level. For types without objects.
@usableFromInline
func areNil<Value>(_ old: Value, _ new: Value, as type: any OptionalValue.Type) -> Bool {
  unsafe withUnsafePointer(to: old) { old in
    guard let level = unsafe type.levelOfNil(at: old) else { return false }
    return unsafe withUnsafePointer(to: new) { unsafe type.levelOfNil(at: $0) == level }
  }
}

/// The same, with a look-up of the type.
@usableFromInline
func areNil<Value>(_ old: Value, _ new: Value) -> Bool {
  optionalType(Value.self).map { areNil(old, new, as: $0) } ?? false
}

@usableFromInline
func optionalType(_ type: Any.Type) -> (any OptionalValue.Type)? { type as? any OptionalValue.Type }

@usableFromInline
protocol OptionalValue {
  var wrappedValue: Any? { get }
  /// The number of optionals around the nil at `place`, or nil if there is a value.
  static func levelOfNil(at place: UnsafeRawPointer) -> Int?
}
extension Optional: OptionalValue {
  @usableFromInline var wrappedValue: Any? { self }
  @usableFromInline
  static func levelOfNil(at place: UnsafeRawPointer) -> Int? {
    guard let wrapped = unsafe place.assumingMemoryBound(to: Self.self).pointee else { return 0 }
    guard _isOptional(Wrapped.self), let type = optionalType(Wrapped.self) else { return nil }
    return unsafe withUnsafePointer(to: wrapped) { unsafe type.levelOfNil(at: $0) }.map { $0 + 1 }
  }
}
