import ReactiveCore
import ReactiveTestSupport

/// A random program of two-way bindings that runs in the library and in the model; see ``RandomChoices``.
final class TwoWayScript {
  struct Refused: Error { let number: Int }

  /// The conversion between the two sides of a binding.
  enum Conversion: CaseIterable {
    case same, shifted, unfit, failing

    func forward(_ number: Int) throws(Refused) -> Int {
      switch self {
      case .same: return number
      case .shifted: return number + 1
      case .unfit: return number * 2 % 7
      case .failing:
        if number % 3 == 0 { throw Refused(number: number) }
        return number
      }
    }
    func back(_ number: Int) throws(Refused) -> Int {
      switch self {
      case .same: return number
      case .shifted: return number - 1
      case .unfit: return number + 1
      case .failing:
        if number % 3 == 1 { throw Refused(number: number) }
        return number
      }
    }
  }

  enum Side {
    case node(Int)
    case object(Int)
  }

  struct Binding {
    var number: Int
    var first: Int
    var second: Side
    var conversion: Conversion
    var isByCallback: Bool
  }

  /// The setter's effect on a value.
  enum Setter: CaseIterable {
    case plain, clamping, raising, deaf
    func accept(_ old: Int, _ new: Int) -> Int {
      switch self {
      case .plain: return new
      case .clamping: return min(new, 3)
      case .raising: return max(new, 4)
      case .deaf: return old
      }
    }
  }

  struct Node { var value: Int, alwaysNotifies: Bool }
  struct Object { var value: Int, setter: Setter, announcesWrites: Bool, isComparable: Bool }

  let choices: RandomChoices
  private weak var world: (any TwoWayWorld)?
  private var fuel = 6
  /// How many more times setters write a node with the received value plus one. All at once, as sides that never agree
  /// do.
  private var stubbornness = 0
  private var bindings = 0
  private var made: [Int] = []
  private var livingNodes: [Int]
  private var livingObjects: [Int]
  private var owners: [Int: Int] = [:]
  let nodes: [Node]
  let objects: [Object]

  init(seed: UInt64, skipping skipped: Set<UInt64> = []) {
    let choices = RandomChoices(seed: seed, skipping: skipped)
    nodes = (0..<2 + choices.below(5)).map { _ in
      Node(value: choices.below(6), alwaysNotifies: choices.once(in: 3))
    }
    objects = (0..<choices.below(3)).map { _ in
      Object(
        value: choices.below(6), setter: Setter.allCases[choices.below(4)],
        announcesWrites: choices.once(in: 2), isComparable: !choices.once(in: 3))
    }
    livingNodes = Array(nodes.indices)
    livingObjects = Array(objects.indices)
    if choices.once(in: 8) { stubbornness = 20 + choices.below(300) }
    self.choices = choices
  }

  func run(in world: any TwoWayWorld) {
    self.world = world
    for _ in 0..<1 + choices.below(2 * nodes.count) { choices.part(bind) }
    note(world)
    for _ in 0..<4 + choices.below(8) {
      choices.part {
        choices.note("-")
        step(in: world)
        note(world)
      }
    }
  }

  private func step(in world: any TwoWayWorld) {
    switch choices.below(12) {
    case 0...4: write()
    case 5, 6: edit()
    case 7: bind()
    case 8: if choices.once(in: 2) { cancel() } else { kill() }
    default:
      world.batch {
        for _ in 0..<2 + choices.below(4) {
          choices.part {
            // No bindings: observers added in a batch may have seen values that it reverts, which the model does not
            // cover.
            switch choices.below(8) {
            case 0: edit()
            case 1: cancel()
            default: write()
            }
          }
        }
        if choices.once(in: 10) { choices.part(kill) }
      }
    }
  }

  private func note(_ world: any TwoWayWorld) {
    choices.note(world.values.map { $0.map(String.init) ?? "x" }.joined(separator: " "))
  }

  private func write() {
    guard let node = choices.pick(livingNodes) else { return }
    let number = choices.below(6)
    choices.note("write n\(node) \(number)")
    world?.write(node: node, number)
  }
  private func edit() {
    guard let object = choices.pick(livingObjects) else { return }
    let number = choices.once(in: 3) ? nil : choices.below(6)
    choices.note("edit o\(object) \(number ?? -1)")
    world?.edit(object: object, number)
  }
  private func bind() {
    guard let first = choices.pick(livingNodes), let other = choices.pick(livingNodes) else { return }
    var second = Side.node(other)
    if choices.once(in: 3), let object = choices.pick(livingObjects), owners[object] == nil {
      second = .object(object)
      owners[object] = bindings
    }
    let binding = Binding(
      number: bindings, first: first, second: second, conversion: Conversion.allCases[choices.below(4)],
      isByCallback: choices.once(in: 2))
    bindings += 1
    choices.note("bind \(binding.number): n\(first) \(second) \(binding.conversion) \(binding.isByCallback)")
    world?.bind(binding)
    made.append(binding.number)
  }
  private func cancel() {
    guard let binding = choices.pick(made) else { return }
    choices.note("cancel \(binding)")
    owners = owners.filter { $0.value != binding }
    world?.cancel(binding)
  }
  private func kill() {
    if choices.once(in: 2), let object = choices.pick(livingObjects) {
      livingObjects.removeAll { $0 == object }
      choices.note("kill o\(object)")
      world?.kill(object: object)
    } else if let node = choices.pick(livingNodes) {
      livingNodes.removeAll { $0 == node }
      choices.note("kill n\(node)")
      world?.kill(node: node)
    }
  }

  // Reports of both worlds.

  func notified(node: Int, _ number: Int) {
    choices.note("n\(node) received \(number)")
    react()
  }
  func written(object: Int, _ number: Int) {
    choices.note("o\(object) written \(number)")
    insist(number)
    react()
  }
  func failed(_ number: Int) {
    choices.note("failed \(number)")
    react()
  }
  func converted(_ binding: Int, _ number: Int) {
    choices.note("\(binding) converts \(number)")
  }

  private func insist(_ number: Int) {
    if stubbornness == 0 { return }
    stubbornness -= 1
    guard let node = livingNodes.first else { return }
    choices.note("insist n\(node) \(number + 1)")
    world?.write(node: node, number + 1)
  }

  private func react() {
    if fuel == 0 || !choices.once(in: 4) { return }
    fuel -= 1
    choices.part {
      switch choices.below(6) {
      case 0...2: write()
      case 3: edit()
      case 4: bind()
      default: cancel()
      }
    }
  }
}

protocol TwoWayWorld: AnyObject {
  /// The values of the nodes and objects; nil for ended ones.
  var values: [Int?] { get }
  func write(node: Int, _ number: Int)
  /// The user types into the object. Without a number, the object only announces a change.
  func edit(object: Int, _ number: Int?)
  func bind(_ binding: TwoWayScript.Binding)
  func cancel(_ binding: Int)
  func kill(node: Int)
  func kill(object: Int)
  func batch(_ body: () -> Void)
}
