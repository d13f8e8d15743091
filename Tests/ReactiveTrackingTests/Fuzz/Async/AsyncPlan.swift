import ReactiveTestSupport

// The contents of a random program: atoms, and behaviors and derivations of earlier nodes. All values are numbers.

struct AsyncSource: Hashable {
  enum Part { case value, last, isLoading }
  let node: Int
  /// The part of an async behavior. Derivations and atoms have only a value.
  var part = Part.value
}

/// The result of a question or derivation from its reads. It reads everything each time: if an effect's run first reads
/// something else, the laws leave open whether the values that the effect reverts have changed.
enum AsyncFormula {
  case same(AsyncSource)
  /// Nothing for every third number.
  case some(AsyncSource)
  case half(AsyncSource)
  case pair(AsyncSource, AsyncSource)
  /// Of atoms only.
  case choice(AsyncSource, odd: AsyncSource, even: AsyncSource)

  var inputs: [AsyncSource] {
    switch self {
    case .same(let one), .some(let one), .half(let one): [one]
    case .pair(let one, let other): [one, other]
    case .choice(let condition, let odd, let even): [condition, odd, even]
    }
  }

  var isTotal: Bool { if case .some = self { false } else { true } }

  func result(_ read: (AsyncSource) -> Int) -> Int? {
    switch self {
    case .same(let one): return read(one)
    case .some(let one):
      let number = read(one)
      return number % 3 == 0 ? nil : number
    case .half(let one): return read(one) / 2
    case .pair(let one, let other): return read(one) * 1000 + read(other)
    case .choice(let condition, let odd, let even):
      let (condition, odd, even) = (read(condition), read(odd), read(even))
      return condition % 2 == 1 ? odd : even
    }
  }
}

struct AsyncTerms {
  let question: AsyncFormula
  var making = AsyncMaking.deriveAsync
  var delay = 0
  var isEager = false
  var repetitions = 0
  var backoff = 0
  var factor = 1

  /// How long a task sleeps after this many failures; nil if it gives up.
  func pause(afterFailures count: Int) -> Int? {
    count > repetitions ? nil : (1..<count).reduce(backoff) { pause, _ in pause * factor }
  }
}

enum AsyncMaking {
  case deriveAsync
  /// From a derivation that may have no question.
  case mapAsync
  /// From one that always has a question.
  case mapAsyncOfValues
}

enum AsyncNode {
  case atom
  case derivation(AsyncFormula)
  case asking(AsyncTerms)
}

/// The action of an effect or observer in its call.
enum AsyncAction {
  case nothing
  /// Writes an atom if the notified value is loading.
  case write(atom: Int)
  case reload(node: Int, showing: Bool)
  case end(slot: Int)
}

struct AsyncPlan {
  private(set) var nodes: [AsyncNode] = []
  /// This many of four answers fail.
  let failures: Int

  init(_ choices: RandomChoices) {
    failures = 1 + choices.below(3)
    let atoms = 1 + choices.below(3)
    nodes = Array(repeating: .atom, count: atoms)
    let behaviors = 1 + choices.below(3)
    for _ in 0..<behaviors {
      nodes.append(.asking(terms(choices)))
      if choices.once(in: 3) { nodes.append(.derivation(formula(choices))) }
    }
    nodes.append(.derivation(formula(choices)))
  }

  var askers: [Int] { nodes.indices.filter { if case .asking = nodes[$0] { true } else { false } } }
  var atoms: [Int] { nodes.indices.filter { if case .atom = nodes[$0] { true } else { false } } }

  /// Any source; later ones are more likely.
  func source(_ choices: RandomChoices) -> AsyncSource {
    let node = max(choices.below(nodes.count), choices.below(nodes.count))
    guard case .asking = nodes[node] else { return AsyncSource(node: node) }
    return AsyncSource(node: node, part: choices.pick([.value, .value, .last, .isLoading])!)
  }
  /// An observable source. Not an atom: it notifies of the value at its change, which may be outdated.
  func observable(_ choices: RandomChoices) -> AsyncSource {
    let source = source(choices)
    if case .atom = nodes[source.node] { return AsyncSource(node: choices.pick(askers)!) }
    return source
  }

  private func formula(_ choices: RandomChoices) -> AsyncFormula {
    func atom() -> AsyncSource { AsyncSource(node: choices.pick(atoms)!) }
    switch choices.below(8) {
    case 0, 1: return .same(source(choices))
    case 2, 3: return .some(source(choices))
    case 4: return .half(source(choices))
    case 5, 6: return .pair(source(choices), source(choices))
    default: return .choice(atom(), odd: atom(), even: atom())
    }
  }

  private func terms(_ choices: RandomChoices) -> AsyncTerms {
    var terms = AsyncTerms(question: formula(choices))
    if choices.once(in: 2) { terms.making = terms.question.isTotal ? .mapAsyncOfValues : .mapAsync }
    if choices.once(in: 3) { terms.delay = 1 + choices.below(4) }
    terms.isEager = choices.once(in: 4)
    if choices.once(in: 2) {
      terms.repetitions = choices.pick([1, 2, 3])!
      terms.backoff = choices.pick([0, 1, 1, 1])!
      terms.factor = choices.pick([1, 2, 3, 3])!
    }
    return terms
  }
}
