/// Deliberate faults that the fuzzer must find.
enum PlantedFault: CaseIterable {
  case backIsChange
  /// The second side of a new binding wins; the earlier of two writes wins; a write in a batch is carried over only at
  /// its end.
  case secondWins, earlierWins, carriedAtEnd
  /// A setter's correction is not carried back; the echo of a write counts as an edit.
  case correctionLost, echoCounts
  case unchangedCounts
  /// A cancelled binding carries over pending values.
  case cancelledInTurn
  /// A failed conversion is retried for the same values; its failure is sent before pending deliveries.
  case failureRepeated, failureAtOnce
  case lastInFirstOut
}

/// The documented rules of two-way bindings, applied to plain arrays.
///
/// - Every write gets a time. Two sides agree when their values were written at the same time.
/// - Otherwise the later value and its time are carried over, once for each binding and write.
/// - Observers are notified after the running code.
final class TwoWayModel: TwoWayWorld {
  final class Stamp {
    var time = 0
    var isCorrection = false
    /// How much joins have raised its times.
    var lift = 0
    var incoming: (time: Int, isCorrection: Bool)?
    var group: Int
    init(group: Int) { self.group = group }
  }
  final class Observer {
    let call: (Int) -> Void
    let isAlive: () -> Bool
    var seenVersion: Int
    init(seenVersion: Int, isAlive: @escaping () -> Bool, _ call: @escaping (Int) -> Void) {
      self.seenVersion = seenVersion
      self.isAlive = isAlive
      self.call = call
    }
  }
  final class Node {
    var value: Int
    let alwaysNotifies: Bool
    var isAlive = true
    var stamp: Stamp?
    var version = 0
    var notified = 0
    var before: (value: Int, version: Int)?
    var observers: [Observer] = []
    init(_ node: TwoWayScript.Node) {
      value = node.value
      alwaysNotifies = node.alwaysNotifies
    }
  }
  final class Object {
    let kind: TwoWayScript.Object
    var value: Int
    var isAlive = true
    var callbacks: [(number: Int, call: () -> Void)] = []
    var observers: [Observer] = []
    init(_ kind: TwoWayScript.Object) {
      self.kind = kind
      value = kind.value
    }
  }
  enum Waiting {
    case value(Node, Int, version: Int, count: Int)
    case node(Node)
    case announcement(Object, count: Int)
    case failure(Int)
    case look(() -> Void)
  }

  let script: TwoWayScript
  let fault: PlantedFault?
  var nodes: [Node]
  var objects: [Object]
  var bindings: [Int: TwoWayModelBinding] = [:]
  private var groups: [Int] = []
  private var stamps: [Stamp] = []
  private var versions = 0
  private var depth = 0
  private var isNotifying = false
  /// Whether the rules never end.
  private(set) var isEndless = false
  private var queue: [Waiting] = []
  private var whenIdle: [() -> Void] = []

  init(_ script: TwoWayScript, fault: PlantedFault? = nil) {
    self.script = script
    self.fault = fault
    nodes = script.nodes.map(Node.init)
    objects = script.objects.map(Object.init)
    for (index, node) in nodes.enumerated() {
      node.observers.append(Observer(seenVersion: 0, isAlive: { true }, { script.notified(node: index, $0) }))
    }
  }

  var values: [Int?] { nodes.map { $0.isAlive ? $0.value : nil } + objects.map { $0.isAlive ? $0.value : nil } }

  func makeStamp() -> Stamp {
    let stamp = Stamp(group: groups.count)
    groups.append(0)
    stamps.append(stamp)
    return stamp
  }
  /// Makes bound sides share a time, in which the first group is newer. Returns false if they already do.
  func join(_ first: Stamp, _ second: Stamp) -> Bool {
    let (new, old) = (first.group, second.group)
    if old == new { return false }
    for stamp in stamps where stamp.group == new {
      stamp.time += groups[old] + 1
      stamp.lift += groups[old] + 1
      stamp.incoming?.time += groups[old] + 1
    }
    groups[new] += groups[old] + 1
    for stamp in stamps where stamp.group == old { stamp.group = new }
    return true
  }
  func time(in group: Int) -> Int {
    groups[group] += 1
    return groups[group]
  }
  func noteWrite(_ stamp: Stamp, isCorrection: Bool = false) {
    (stamp.time, stamp.isCorrection) = stamp.incoming ?? (time(in: stamp.group), isCorrection)
    stamp.incoming = nil
  }
  func carry(_ stamp: Stamp, from time: Int, isCorrection: Bool, _ write: () -> Void) {
    stamp.incoming = (time, isCorrection)
    write()
    if stamp.incoming != nil { noteWrite(stamp) }
  }

  private var isIdle: Bool { depth == 0 && !isNotifying }
  var isInBatch: Bool { depth > 0 }

  func write(node index: Int, _ number: Int) { write(nodes[index], number) }
  func write(_ node: Node, _ number: Int) {
    if !node.isAlive || (!node.alwaysNotifies && node.value == number) { return }
    if let stamp = node.stamp { noteWrite(stamp) }
    if depth > 0 {
      node.before = node.before ?? (node.value, node.version)
    } else if let place = queue.firstIndex(where: { if case .node(let other) = $0 { other === node } else { false } }) {
      // Pending since a batch: it is notified of its value until now.
      if node.notified == node.version {
        queue.remove(at: place)
      } else {
        node.notified = node.version
        queue[place] = .value(node, node.value, version: node.version, count: node.observers.count)
      }
    }
    versions += 1
    node.version = versions
    node.value = number
    if depth > 0 {
      if !queue.contains(where: { if case .node(let other) = $0 { other === node } else { false } }) {
        queue.append(.node(node))
      }
    } else {
      node.notified = versions
      send(.value(node, number, version: versions, count: node.observers.count))
    }
  }

  /// Notifies now, or after the running code.
  func send(_ waiting: Waiting) {
    let wasIdle = isIdle
    queue.insert(waiting, at: fault == .lastInFirstOut ? 0 : queue.count)
    if wasIdle { notifyAll() }
  }
  /// Delivers consequences after the body.
  func inTurn(_ body: () -> Void) {
    if !isIdle { return body() }
    isNotifying = true
    body()
    notifyAll()
  }
  func onceIdle(_ body: @escaping () -> Void) {
    if isIdle { body() } else { whenIdle.append(body) }
  }
  private func notifyAll() {
    isNotifying = true
    var rounds = 0
    while !queue.isEmpty {
      rounds += 1
      if rounds > 100_000 {
        isEndless = true
        queue = []
        break
      }
      switch queue.removeFirst() {
      case .value(let node, let value, let version, let count): notify(node, value, version, count)
      case .node(let node):
        if !node.isAlive || node.notified == node.version { continue }
        node.notified = node.version
        notify(node, node.value, node.version, node.observers.count)
      case .announcement(let object, let count):
        for observer in object.observers.prefix(count) where observer.isAlive() { observer.call(0) }
      case .failure(let number): script.failed(number)
      case .look(let body): body()
      }
    }
    isNotifying = false
    for body in whenIdle { body() }
    whenIdle = []
  }
  private func notify(_ node: Node, _ value: Int, _ version: Int, _ count: Int) {
    for observer in node.observers.prefix(count) where observer.isAlive() && observer.seenVersion != version {
      observer.seenVersion = version
      observer.call(value)
    }
  }

  func batch(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    for node in nodes {
      guard let before = node.before else { continue }
      node.before = nil
      if !node.alwaysNotifies && node.value == before.value && fault != .backIsChange { node.version = before.version }
    }
    notifyAll()
  }

  /// Bound objects retain each other.
  func dismantle() {
    for node in nodes { node.observers = [] }
    for object in objects {
      object.observers = []
      object.callbacks = []
    }
    bindings = [:]
  }

  func edit(object index: Int, _ number: Int?) {
    let object = objects[index]
    object.value = number ?? object.value
    announce(object)
  }
  func set(_ object: Object, _ number: Int) {
    object.value = object.kind.setter.accept(object.value, number)
    script.written(object: objects.firstIndex { $0 === object }!, number)
    if object.kind.announcesWrites { announce(object) }
  }
  private func announce(_ object: Object) {
    for callback in object.callbacks { callback.call() }
    send(.announcement(object, count: object.observers.count))
  }

  func bind(_ binding: TwoWayScript.Binding) {
    if case .node(binding.first) = binding.second { return }
    let made = TwoWayModelBinding(binding, in: self)
    made.begin()
    bindings[binding.number] = made
  }
  func cancel(_ binding: Int) { bindings[binding]?.cancel() }
  func kill(object: Int) { objects[object].isAlive = false }
  func kill(node: Int) {
    nodes[node].isAlive = false
    for binding in bindings.values where binding.spec.first == node { binding.endAnnouncements() }
  }
}

extension TwoWayScript.Side {
  static func ~= (node: Int, side: Self) -> Bool {
    if case .node(let other) = side { return other == node }
    return false
  }
}
