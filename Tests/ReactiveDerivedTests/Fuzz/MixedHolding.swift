import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

// Nodes whose values are objects. The fuzzer's other nodes depend on numbers, so each has a face: a property that
// returns its object's number, and whose runs are checked.

protocol MixedHolding {
  var name: String { get }
  /// Whether a node made where the type is known treats numbers with the same half as duplicates.
  var isCoarse: Bool { get }
  func source(_ number: Int, _ making: MixedMaking, _ face: @escaping (Int) -> Int) -> MixedObjectNode
  func derived(
    _ parent: Behavior<Int>, _ making: MixedMaking, _ compute: @escaping (Int) -> Int, _ face: @escaping (Int) -> Int
  ) -> MixedObjectNode
}

struct MixedMaking {
  /// Index among the types of its kind.
  var type: Int
  /// Made in generic code, which does not know the value's type and compares identities.
  var isGeneric: Bool
}

struct MixedObjectNode {
  let face: Behavior<Int>
  /// No effect on a derived node.
  let write: (_ number: Int, _ inPlace: Bool) -> Void
  let remains: () -> ReactiveNode?

  init<Value>(_ node: Behavior<Value>, _ face: Behavior<Int>, write: @escaping (Int, Bool) -> Void = { _, _ in }) {
    self.face = face
    self.write = write
    remains = { [weak node] in node }
  }
}

struct MixedHeld<Value>: MixedHolding {
  let name: String
  let isCoarse: Bool
  let encode: (Int) -> Value
  let decode: (Value) -> Int
  // Made where the type is known.
  let sources: [(Value) -> OpenBehavior<Value>]
  let derived: [(Behavior<Int>, @escaping (Int) -> Value) -> Behavior<Value>]

  // Called through the protocol, so that `Value` is unknown here in release builds, too.
  func source(_ number: Int, _ making: MixedMaking, _ face: @escaping (Int) -> Int) -> MixedObjectNode {
    let value = encode(number)
    let source: OpenBehavior<Value> =
      if making.isGeneric {
        switch making.type {
        case 0: OpenBehavior(value)
        case 1: StoredProperty(value)
        default: AtomObject(value)
        }
      } else {
        sources[making.type](value)
      }
    // `update` does not compare equal objects, because it takes no copy of them.
    let canUpdate = making.isGeneric || !isCoarse
    let encode = encode
    return MixedObjectNode(source, numbered(source, face)) { [unowned source] number, inPlace in
      let value = encode(number)
      if inPlace && canUpdate { source.update { $0 = value } } else { source.value = value }
    }
  }

  func derived(
    _ parent: Behavior<Int>, _ making: MixedMaking, _ compute: @escaping (Int) -> Int, _ face: @escaping (Int) -> Int
  ) -> MixedObjectNode {
    let encode = encode
    let function: (Int) -> Value = { encode(compute($0)) }
    let node: Behavior<Value> =
      if making.isGeneric {
        switch making.type {
        case 0: parent.map(function)
        case 1: DerivedProperty(parent, calculator: function)
        default: Derivation { function(parent.value) }
        }
      } else {
        derived[making.type](parent, function)
      }
    return MixedObjectNode(node, numbered(node, face))
  }

  private func numbered(_ node: Behavior<Value>, _ face: @escaping (Int) -> Int) -> Behavior<Int> {
    let decode = decode
    return DerivedProperty(node) { face(decode($0)) }
  }
}

extension FuzzObjects {
  /// All ways to hold numbers. In an optional, nil is 0.
  func mixedHoldings() -> [any MixedHolding] {
    func number(_ object: Any) -> Int { (object as? FuzzObject)?.number ?? 0 }
    func optionalNumber<Value>(_ object: Value?) -> Int { object.map { number($0) } ?? 0 }
    func optional<Value>(_ encode: @escaping (Int) -> Value) -> (Int) -> Value? { { $0 == 0 ? nil : encode($0) } }
    let object: (Int) -> FuzzObject = { [self] in self.object($0, false) }
    let twin: (Int) -> FuzzTwin = { [self] in self.twin($0, false) }
    let marked: (Int) -> any FuzzMarked = { twin($0) }
    let loose: (Int) -> any FuzzLoose = { twin($0) }
    let any: (Int) -> AnyObject = { twin($0) }
    func held<Value>(
      _ name: String, _ encode: @escaping (Int) -> Value, _ decode: @escaping (Value) -> Int,
      _ sources: [(Value) -> OpenBehavior<Value>],
      _ derived: [(Behavior<Int>, @escaping (Int) -> Value) -> Behavior<Value>], isCoarse: Bool = false
    ) -> any MixedHolding {
      MixedHeld(name: name, isCoarse: isCoarse, encode: encode, decode: decode, sources: sources, derived: derived)
    }
    return [
      held(
        "FuzzObject", object, number, [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }]),
      held(
        "FuzzObject?", optional(object), optionalNumber,
        [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }]),
      held(
        "any FuzzMarked", marked, number, [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }]),
      held(
        "(any FuzzMarked)?", optional(marked), optionalNumber,
        [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }]),
      held(
        "any FuzzLoose", loose, number, [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }]),
      held(
        "AnyObject?", optional(any), optionalNumber,
        [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }]),
      held(
        "Any", { n -> Any in twin(n) }, number, [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }]),
      held(
        "FuzzTwin", twin, number, [{ OpenBehavior($0) }, { StoredProperty($0) }, { AtomObject($0) }],
        [{ $0.map($1) }, { DerivedProperty($0, calculator: $1) }, { a, f in Derivation { f(a.value) } }],
        isCoarse: true),
    ]
  }
}
