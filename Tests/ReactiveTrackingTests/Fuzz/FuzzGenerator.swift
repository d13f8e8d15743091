import ReactiveTestSupport

struct FuzzGenerator {
  private var random: SeededGenerator
  private var program: FuzzProgram

  /// The context of a statement, which limits the possible statements.
  private struct Place {
    enum Kind { case program, body, observer, cleanup }
    var kind: Kind
    /// The first template that may be made here.
    var nextTemplate = 0
    var canFail = false
    /// Reads become dependencies.
    var isTracked = false
    var mayCleanUp = false

    var untracked: Place {
      var place = self
      place.isTracked = false
      return place
    }
    /// The same, inside a scope's `run`.
    var owned: Place {
      var place = self
      place.mayCleanUp = true
      return place
    }
  }
  /// Remaining tracked reads of the current body.
  private var reads = 0
  private var depth = 0

  static func program(seed: UInt64, _ sources: LingeringSources) -> FuzzProgram {
    var generator = FuzzGenerator(SeededGenerator(seed: seed), FuzzProgram(sources: sources))
    generator.makeProgram()
    return generator.program
  }

  private init(_ random: SeededGenerator, _ program: FuzzProgram) {
    self.random = random
    self.program = program
  }

  private mutating func makeProgram() {
    program.isManual = random.once(in: 5)
    program.isOrdered = !random.once(in: 5)
    let atoms = 1 + random.below(4)
    for _ in 0..<atoms {
      var atom = FuzzNode(kind: .atom(random.below(5)), cut: randomCut())
      let mayBeSource = program.isOrdered && !program.isManual && atom.cut == .exact
      atom.runsWhileObserved = mayBeSource && random.once(in: 2)
      if atom.runsWhileObserved && random.once(in: 2) { atom.lingers = 1 + random.below(3) }
      program.nodes.append(atom)
    }
    for _ in 0..<2 + random.below(8) {
      let formula = randomFormula()
      let cut = formula.mayThrow ? .exact : randomCut()
      program.nodes.append(FuzzNode(kind: .derivation(formula), cut: cut, cleansUp: random.once(in: 4)))
    }
    let templates = 2 + random.below(5)
    program.templates = Array(repeating: FuzzTemplate(kind: .plain, body: []), count: templates)
    for index in (0..<templates).reversed() { program.templates[index] = randomTemplate(index) }
    if random.once(in: 4) { program.steps += scopeWithEffects() }
    for _ in 0..<10 + random.below(31) { program.steps.append(randomStep()) }
  }

  /// Gives the program effects that can be paused.
  private mutating func scopeWithEffects() -> [FuzzStatement] {
    let slot = slot()
    let place = Place(kind: .program).owned
    return [.makeScope(slot: slot), .inScope(slot, [make(place), make(place)]), .pause(slot)]
  }

  private mutating func randomCut() -> FuzzCut {
    switch random.below(8) {
    case 0: .coarse
    case 1: .never
    case 2: .identity(random.pick(FuzzHolding.allCases)!)
    default: .exact
    }
  }

  /// An existing node. Recent ones are more likely, for depth.
  private mutating func node() -> Int {
    let count = program.nodes.count
    let first = random.once(in: 2) ? 0 : max(0, count - 4)
    return first + random.below(count - first)
  }
  private mutating func atom() -> Int {
    let atoms = program.nodes.indices.filter { if case .atom = program.nodes[$0].kind { true } else { false } }
    return random.pick(atoms)!
  }
  private mutating func nodes(_ count: Int) -> [Int] { (0..<count).map { _ in node() } }

  private mutating func randomFormula() -> FuzzFormula {
    switch random.below(16) {
    case 0: .constant(random.below(3))
    case 1, 2, 3: .sum(nodes(1 + random.below(program.isOrdered ? 3 : 6)), divisor: 2 + random.below(4))
    case 4, 5: .half(node())
    case 6, 7, 8: .branch(node(), odd: node(), even: node())
    case 9, 10: .prefix(nodes(2 + random.below(program.isOrdered ? 3 : 5)))
    case 11: .twice(node(), node())
    case 12, 13: .beside(node(), node())
    default: .throwing(node(), from: 1 + random.below(3))
    }
  }

  private mutating func randomTemplate(_ index: Int) -> FuzzTemplate {
    var place = Place(kind: .body, nextTemplate: index + 1, isTracked: true, mayCleanUp: true)
    let kind: FuzzTemplate.Kind
    switch random.below(10) {
    case 0, 1, 2: kind = program.isOrdered ? .scoped : .plain
    case 3: kind = program.isOrdered ? .throwing : .plain
    case 4, 5: kind = .watch(node(), isInitial: random.once(in: 2), randomCut())
    default: kind = .plain
    }
    if case .throwing = kind { place.canFail = true }
    if kind.isWatch { place.isTracked = false }
    reads = program.isOrdered ? 4 : 8
    var body: [FuzzStatement] = []
    if place.isTracked { body.append(read(place)) }
    body += block(place, most: program.isOrdered ? 4 : 6)
    // Runs at the next call of the handler, not before.
    if kind.isWatch && random.once(in: 2) { body.append(.cleanup(block(Place(kind: .cleanup), most: 2))) }
    return FuzzTemplate(kind: kind, body: body, isManual: program.isManual && random.once(in: 2))
  }

  private mutating func access(_ place: Place) -> FuzzAccess {
    if place.isTracked && reads > 0 && !random.once(in: 5) {
      reads -= 1
      return .value
    }
    if place.isTracked { return random.pick([.peek, .untracked, .independent])! }
    return random.pick([.value, .peek, .untracked, .independent])!
  }

  private mutating func read(_ place: Place) -> FuzzStatement { .read(node(), access(place)) }

  private mutating func block(_ place: Place, most: Int) -> [FuzzStatement] {
    depth += 1
    defer { depth -= 1 }
    return (0..<random.below(most + 1)).map { _ in statement(place) }
  }

  private mutating func statement(_ place: Place) -> FuzzStatement {
    if !program.isOrdered && place.kind != .program { return quiet(place) }
    let isShallow = depth < 3
    switch random.below(40) {
    case 0..<9: return read(place)
    case 9..<16: return write(place)
    case 16: return .increment(atom())
    case 17: return random.once(in: 2) ? .touch(atom()) : .recompute(node())
    case 18..<21: return isShallow ? choice(place) : read(place)
    case 21..<23: return isShallow ? randomBatch(place) : write(place)
    case 23: return isShallow ? .untracked(block(place.untracked, most: 3)) : read(place)
    case 24..<28: return make(place)
    case 28: return .cancel(slot())
    case 29: return .drop(slot())
    case 30: return random.once(in: 2) ? .rerun(slot()) : read(place)
    case 31..<34: return place.mayCleanUp ? .cleanup(block(Place(kind: .cleanup), most: 2)) : read(place)
    case 34..<37: return scopeStatement(place)
    case 37: return place.canFail ? fail() : .unobserve(slot())
    case 38: return observeIfIdle(place)
    default: return program.isManual ? .flush : .inspect
    }
  }

  /// A statement without side effects.
  private mutating func quiet(_ place: Place) -> FuzzStatement {
    switch random.below(12) {
    case 0..<7: return read(place)
    case 7: return depth < 3 ? choice(place) : read(place)
    case 8: return depth < 3 ? .untracked(block(place.untracked, most: 3)) : read(place)
    case 9: return place.mayCleanUp ? .cleanup(block(Place(kind: .cleanup), most: 2)) : read(place)
    case 10: return place.isTracked ? .temporary(node()) : read(place)
    default: return .inspect
    }
  }

  private mutating func slot() -> Int { random.below(FuzzProgram.slots) }

  private mutating func write(_ place: Place) -> FuzzStatement {
    let target = atom()
    if random.once(in: 2) { return .write(target, .constant(random.below(6))) }
    return .write(target, .of(node(), access(place), plus: random.below(3)))
  }

  private mutating func choice(_ place: Place) -> FuzzStatement {
    guard !place.isTracked || reads > 0 else { return read(place) }
    reads -= 1
    return .when(node(), odd: block(place, most: 3), even: block(place, most: 2))
  }

  private mutating func randomBatch(_ place: Place) -> FuzzStatement {
    let body = block(place, most: 4)
    switch random.below(6) {
    case 0: return .batch(body, .throwing)
    case 1, 2: return .batch(body, .reverting)
    default: return .batch(body, .plain)
    }
  }

  private mutating func make(_ place: Place) -> FuzzStatement {
    guard place.nextTemplate < program.templates.count, place.kind != .cleanup else { return read(place) }
    let template = place.nextTemplate + random.below(program.templates.count - place.nextTemplate)
    return .make(template: template, slot: random.once(in: 2) ? slot() : nil)
  }

  private mutating func fail() -> FuzzStatement {
    guard reads > 0 else { return .inspect }
    reads -= 1
    return .fail(node())
  }

  private mutating func scopeStatement(_ place: Place) -> FuzzStatement {
    switch random.below(10) {
    case 0, 1: return place.kind == .cleanup ? .inspect : .makeScope(slot: slot())
    case 2, 3: return depth < 3 ? .inScope(slot(), block(place.owned, most: 3)) : .resume(slot())
    case 4: return place.kind == .cleanup ? .inspect : .scopeCleanup(slot(), block(Place(kind: .cleanup), most: 2))
    case 5: return .cancelScope(slot())
    case 6: return .dropScope(slot())
    case 7: return .pause(slot())
    default: return .resume(slot())
    }
  }

  /// The kernel's fuzzer covers observers that subscribe in a batch: they may be notified twice.
  private mutating func observeIfIdle(_ place: Place) -> FuzzStatement {
    guard place.kind == .program && depth == 0 || place.kind == .observer && depth == 1 else { return read(place) }
    return observe()
  }

  private mutating func observe() -> FuzzStatement {
    let body = block(Place(kind: .observer), most: 2)
    return .observe(slot: slot(), node(), isInitial: random.once(in: 2), body)
  }

  /// A statement of the program itself.
  private mutating func randomStep() -> FuzzStatement {
    let place = Place(kind: .program)
    if program.isManual && random.once(in: 5) { return .flush }
    if program.nodes.contains(where: { $0.lingers > 0 }) && random.once(in: 6) { return .advance(1 + random.below(3)) }
    switch random.below(40) {
    case 0..<11: return write(place)
    case 11..<17: return make(place)
    case 17..<19: return read(place)
    case 19..<23: return randomBatch(place)
    case 23..<25: return observe()
    case 25: return .drop(slot())
    case 26: return .cancel(slot())
    case 27..<31: return scopeStatement(place)
    case 31: return program.isOrdered ? .unobserve(slot()) : .dropNode(node())
    default: return statement(place)
    }
  }
}
