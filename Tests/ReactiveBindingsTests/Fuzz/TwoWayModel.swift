/// Ways in which the model can be wrong, to see that the fuzzer notices.
enum PlantedFault: CaseIterable {
  /// A node that is back where its batch began is notified.
  case backIsChange
  /// What a binding is made with second wins at first; of two writes the earlier one; a write in a batch is not carried
  /// over before its end.
  case secondWins, earlierWins, carriedAtEnd
  /// What a setter has made of a value is not carried back; what it announces in its write counts as an edit.
  case correctionLost, echoCounts
  /// An object that says that it has changed is believed, though it has not.
  case unchangedCounts
  /// A cancelled binding carries over what was on its way.
  case cancelledInTurn
  /// A conversion that failed is tried again for the same values; its failure is sent before what waits.
  case failureRepeated, failureAtOnce
  /// What is sent last is delivered first.
  case lastInFirstOut
}

/// The rules of two-way bindings, as the documentation has them, played with plain arrays.
///
/// Every write gets a time. Two sides agree when what they hold was written at the same time; otherwise the later one
/// is carried over, and its time with it: once for each binding and write. Its observers are notified after what is
/// running.
final class TwoWayModel: TwoWayWorld {
  final class Stamp {
    var time = 0
    var isCorrection = false
    /// How much later its times have become by joining.
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
  /// What waits.
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
  /// By the rules it would never end.
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

  // Time.

  func makeStamp() -> Stamp {
    let stamp = Stamp(group: groups.count)
    groups.append(0)
    stamps.append(stamp)
    return stamp
  }
  /// What is bound together shares a time, in which all of the first group is newer. False if it does already.
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

  // Notifying.

  private var isIdle: Bool { depth == 0 && !isNotifying }
  var isInBatch: Bool { depth > 0 }

  func write(node index: Int, _ number: Int) { write(nodes[index], number) }
  func write(_ node: Node, _ number: Int) {
    if !node.isAlive || (!node.alwaysNotifies && node.value == number) { return }
    if let stamp = node.stamp { noteWrite(stamp) }
    if depth > 0 {
      node.before = node.before ?? (node.value, node.version)
    } else if let place = queue.firstIndex(where: { if case .node(let other) = $0 { other === node } else { false } }) {
      // It waits since a batch, and is notified there of what it held until now.
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

  /// Now, or after what is running.
  func send(_ waiting: Waiting) {
    let wasIdle = isIdle
    queue.insert(waiting, at: fault == .lastInFirstOut ? 0 : queue.count)
    if wasIdle { notifyAll() }
  }
  /// What it sets off is delivered after it.
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

  /// What is bound holds each other.
  func dismantle() {
    for node in nodes { node.observers = [] }
    for object in objects {
      object.observers = []
      object.callbacks = []
    }
    bindings = [:]
  }

  // Objects.

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

  // Bindings.

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
