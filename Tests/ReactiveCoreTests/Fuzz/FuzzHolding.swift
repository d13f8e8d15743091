import ReactiveCore
import ReactiveTestSupport

// The fuzzer and its model use numbers. Nodes may hold them as objects, one for each number, or as fresh objects, which
// are never the same.

protocol FuzzFace {
  var value: Int { get }
  func peek() -> Int
  var flags: NodeFlags { get }
  var snapshotPlace: UInt32 { get }
  var hasDependents: Bool { get }
  func attach(_ handler: @escaping (Int) -> Void, isImmediate: Bool) -> Subscription
  func attach(_ owner: Ledger.Token, _ handler: @escaping (Int) -> Void, isImmediate: Bool) -> Subscription
  func weakened() -> () -> (any FuzzFace)?
}

protocol FuzzSource: FuzzFace {
  func write(_ number: Int)
  func update(_ number: Int)
  /// The subscription from `begin` lasts while the source is observed, directly or not.
  func whileLive(_ begin: @escaping () -> Subscription)
}

protocol FuzzHolding {
  var name: String { get }
  /// The comparison of a node made with a static type.
  var comparison: Comparison { get }
  /// Whether equal numbers may be distinct objects.
  var canBeFresh: Bool { get }
  func source(_ number: Int, _ making: FuzzMaking) -> any FuzzSource
  func derivation(_ making: FuzzMaking, _ compute: @escaping () -> Int) -> any FuzzFace
}

enum FuzzMaking {
  /// With a static type.
  case plainly
  /// In generic code, where the type is unknown.
  case generically
  /// The same, with a fresh object for each value.
  case afresh
  /// With a test that finds no change within a half.
  case coarsely
  /// With a test that always finds one.
  case never
}

struct FuzzHeld<Value>: FuzzHolding {
  let name: String
  let comparison: Comparison
  /// The number's object, or a new one.
  let encode: (_ number: Int, _ isFresh: Bool) -> Value
  let decode: (Value) -> Int
  let canBeFresh: Bool
  // For nodes made with a static type.
  let make: (Value) -> OpenBehavior<Value>
  let equality: Equality<Value>

  // Called through the protocol, so `Value` is unknown here in release builds, too.
  func source(_ number: Int, _ making: FuzzMaking) -> any FuzzSource {
    let value = encode(number, making.isFresh)
    let behavior =
      switch making {
      case .plainly: make(value)
      case .generically, .afresh: OpenBehavior(value)
      case .coarsely: OpenBehavior(value, isDuplicate: isDuplicate)
      case .never: OpenBehavior(value, isDuplicate: { _, _ in false })
      }
    // `update` does not compare equal objects, since it takes no copy of them.
    let canUpdate = if case .plainly = making { !comparison.isCoarse } else { true }
    return FuzzHeldSource(behavior: behavior, holding: self, isFresh: making.isFresh, canUpdate: canUpdate)
  }

  func derivation(_ making: FuzzMaking, _ compute: @escaping () -> Int) -> any FuzzFace {
    let equality: Equality<Value> =
      switch making {
      case .plainly: self.equality
      case .generically, .afresh: Equality(.identity())
      case .coarsely: Equality(.duplicates(by: isDuplicate))
      case .never: Equality(.never())
      }
    let (encode, isFresh) = (encode, making.isFresh)
    let behavior = ComputedBehavior(equality, name: nil, file: #fileID, line: #line) { encode(compute(), isFresh) }
    return FuzzHeldFace(behavior: behavior, decode: decode)
  }

  private func isDuplicate(_ old: Value, _ new: Value) -> Bool {
    Comparison.coarse.isDuplicate(decode(old), decode(new))
  }
}

extension FuzzMaking {
  var isFresh: Bool { if case .afresh = self { true } else { false } }
}

struct FuzzHeldFace<Value>: FuzzFace {
  let behavior: Behavior<Value>
  let decode: (Value) -> Int

  var value: Int { decode(behavior.value) }
  func peek() -> Int { decode(behavior.peek()) }
  var flags: NodeFlags { behavior.flags }
  var snapshotPlace: UInt32 { behavior.snapshotPlace }
  var hasDependents: Bool { behavior.hasDependents }
  func attach(_ handler: @escaping (Int) -> Void, isImmediate: Bool) -> Subscription {
    let handler: (Value) -> Void = { [decode] in handler(decode($0)) }
    return isImmediate ? behavior.observe(handler) : behavior.sink(handler)
  }
  func attach(_ owner: Ledger.Token, _ handler: @escaping (Int) -> Void, isImmediate: Bool) -> Subscription {
    let handler: (Ledger.Token, Value) -> Void = { [decode] in handler(decode($1)) }
    return isImmediate ? behavior.observe(with: owner, handler) : behavior.sink(with: owner, handler)
  }
  func weakened() -> () -> (any FuzzFace)? {
    { [weak behavior, decode] in behavior.map { FuzzHeldFace(behavior: $0, decode: decode) } }
  }
}

struct FuzzHeldSource<Value>: FuzzSource {
  let behavior: OpenBehavior<Value>
  let holding: FuzzHeld<Value>
  let isFresh: Bool
  let canUpdate: Bool

  private var face: FuzzHeldFace<Value> { FuzzHeldFace(behavior: behavior, decode: holding.decode) }
  var value: Int { face.value }
  func peek() -> Int { face.peek() }
  var flags: NodeFlags { face.flags }
  var snapshotPlace: UInt32 { face.snapshotPlace }
  var hasDependents: Bool { face.hasDependents }
  func attach(_ handler: @escaping (Int) -> Void, isImmediate: Bool) -> Subscription {
    face.attach(handler, isImmediate: isImmediate)
  }
  func attach(_ owner: Ledger.Token, _ handler: @escaping (Int) -> Void, isImmediate: Bool) -> Subscription {
    face.attach(owner, handler, isImmediate: isImmediate)
  }
  func weakened() -> () -> (any FuzzFace)? { face.weakened() }
  func write(_ number: Int) { behavior.value = holding.encode(number, isFresh) }
  func update(_ number: Int) {
    let value = holding.encode(number, isFresh)
    if canUpdate { behavior.update { $0 = value } } else { behavior.value = value }
  }
  func whileLive(_ begin: @escaping () -> Subscription) { behavior.whileLive(begin) }
}

extension FuzzObjects {
  /// All ways to hold numbers. In an optional, nil is 0.
  func holdings() -> [any FuzzHolding] {
    func number(_ object: Any) -> Int { (object as? FuzzObject)?.number ?? 0 }
    func optionalNumber<Value>(_ object: Value?) -> Int { object.map { number($0) } ?? 0 }
    func optional<Value>(_ encode: @escaping (Int, Bool) -> Value) -> (Int, Bool) -> Value? {
      { $0 == 0 ? nil : encode($0, $1) }
    }
    func identical<Value>(
      _ name: String, isOptional: Bool = false, _ make: @escaping (Value) -> OpenBehavior<Value>,
      _ encode: @escaping (Int, Bool) -> Value, _ decode: @escaping (Value) -> Int
    ) -> any FuzzHolding {
      FuzzHeld(
        name: name, comparison: .exact, encode: encode, decode: decode, canBeFresh: !isOptional, make: make,
        equality: Equality(.identity()))
    }
    let (object, twin) = (object, twin)
    let marked: (Int, Bool) -> any FuzzMarked = { twin($0, $1) }
    let loose: (Int, Bool) -> any FuzzLoose = { twin($0, $1) }
    let any: (Int, Bool) -> AnyObject = { twin($0, $1) }
    return [
      identical("FuzzObject", { OpenBehavior($0) }, object, number),
      identical("FuzzObject?", isOptional: true, { OpenBehavior($0) }, optional(object), optionalNumber),
      identical("any FuzzMarked", { OpenBehavior($0) }, marked, number),
      identical("(any FuzzMarked)?", isOptional: true, { OpenBehavior($0) }, optional(marked), optionalNumber),
      identical("any FuzzLoose", { OpenBehavior($0) }, loose, number),
      identical("(any FuzzLoose)?", isOptional: true, { OpenBehavior($0) }, optional(loose), optionalNumber),
      identical("AnyObject", { OpenBehavior($0) }, any, number),
      identical("AnyObject?", isOptional: true, { OpenBehavior($0) }, optional(any), optionalNumber),
      identical("Any", { OpenBehavior($0) }, { n, f -> Any in twin(n, f) }, number),
      FuzzHeld(
        name: "FuzzTwin", comparison: .coarse, encode: twin, decode: \.number, canBeFresh: true,
        make: { OpenBehavior($0) }, equality: Equality(.equal())),
      FuzzHeld(
        name: "FuzzTwin?", comparison: .coarseOrNone, encode: optional(twin), decode: { $0?.number ?? 0 },
        canBeFresh: false, make: { OpenBehavior($0) }, equality: Equality(.equal())),
    ]
  }

  static var numbers: any FuzzHolding {
    FuzzHeld(
      name: "Int", comparison: .exact, encode: { number, _ in number }, decode: { $0 }, canBeFresh: false,
      make: { OpenBehavior($0) }, equality: Equality(.equal()))
  }
}
