import ReactiveTracking

/// A living node of any value type, accessed as numbers.
struct LibraryNode {
  let node: ReactiveNode
  let value: () -> Int
  let peek: () -> Int
  let observe: (_ isInitial: Bool, _ handler: @escaping (Int) -> Void) -> Subscription
  var write: ((Int) -> Void)?
  var increment: (() -> Void)?
  var touch: (() -> Void)?
  var run: (() -> Void)?

  private init<Value>(_ behavior: Behavior<Value>, _ read: @escaping () -> Int, _ number: @escaping (Value) -> Int) {
    node = behavior
    value = read
    peek = { number(behavior.peek()) }
    observe = { isInitial, handler in
      let unwrapping = { handler(number($0)) }
      return isInitial ? behavior.observe(unwrapping) : behavior.sink(unwrapping)
    }
  }

  init(_ atom: AtomObject<Int>) {
    self.init(atom, { atom.value }, { $0 })
    write = { atom.value = $0 }
    increment = { atom.update { $0 = ($0 + 1) % 6 } }
    touch = { atom.touch() }
  }
  init(_ source: OpenBehavior<Int>) {
    self.init(source, { source.value }, { $0 })
    write = { source.value = $0 }
    increment = { source.update { $0 = ($0 + 1) % 6 } }
    touch = { source.announce() }
  }
  init<Value>(_ atom: AtomObject<Value>, _ hold: @escaping (Int) -> Value) {
    self.init(atom, { FuzzThings.number(of: atom.value) }, FuzzThings.number)
    write = { atom.value = hold($0) }
    increment = { atom.update { $0 = hold((FuzzThings.number(of: $0) + 1) % 6) } }
    touch = { atom.touch() }
  }

  init<Value>(_ derivation: Derivation<Value>, _ number: @escaping (Value) -> Int) {
    self.init(derivation, { number(derivation.value) }, number)
    run = { derivation.run() }
  }
  init(_ derivation: Derivation<Int>) { self.init(derivation) { $0 } }
  init(_ derivation: Derivation<Result<Int, FuzzError>>) {
    func number(_ body: () throws(FuzzError) -> Int) -> Int {
      do throws(FuzzError) { return try body() } catch { return error.number }
    }
    self.init(derivation, { number { () throws(FuzzError) -> Int in try derivation.get() } }, { number($0.get) })
    run = { derivation.run() }
  }
}

/// An operation on objects of any holding type.
protocol FuzzHoldingUse {
  associatedtype Result
  /// `hold` makes the value for a number.
  func callAsFunction<Value>(_ hold: @escaping (Int) -> Value) -> Result
}

struct AtomOfObjects: FuzzHoldingUse {
  let value: Int
  let name: String
  func callAsFunction<Value>(_ hold: @escaping (Int) -> Value) -> LibraryNode {
    LibraryNode(AtomObject(hold(value), name: name), hold)
  }
}

struct DerivationOfObjects: FuzzHoldingUse {
  let name: String
  let compute: () -> Int
  func callAsFunction<Value>(_ hold: @escaping (Int) -> Value) -> LibraryNode {
    LibraryNode(Derivation(name: name) { hold(compute()) }, FuzzThings.number)
  }
}

struct WatchOfObjects: FuzzHoldingUse {
  let isInitial: Bool
  let read: () -> Int
  let handler: (Int, Int) -> Void
  func callAsFunction<Value>(_ hold: @escaping (Int) -> Value) -> Effect {
    watch(of: hold(read()), initial: isInitial) { handler(FuzzThings.number(of: $0), FuzzThings.number(of: $1)) }
  }
}

extension FuzzThings {
  func use<Use: FuzzHoldingUse>(_ use: Use, as holding: FuzzHolding) -> Use.Result {
    switch holding {
    case .thing: use(thing)
    case .optional: use(optionalThing)
    case .existential: use { self.thing($0) as any FuzzHeld }
    case .optionalExistential: use { self.optionalThing($0) as (any FuzzHeld)? }
    case .anyObject: use { self.thing($0) as AnyObject }
    case .any: use { self.thing($0) as Any }
    case .optionalAny: use { self.optionalThing($0) as Any? }
    }
  }
}
