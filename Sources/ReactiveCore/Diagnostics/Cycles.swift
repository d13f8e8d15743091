// Unsafe: reads the evaluations on the stack, and the queue, by address.
//
// Invariant: the process ends here; every node that is read is alive until then.
//
// The stops of law 10: dependency cycles, and work that never settles. `Flush.swift` counts the limits.

extension Context {
  @usableFromInline @inline(never)
  func refuseUse(of node: NodeRef) -> Never {
    let isUpdating = !node.flags.contains(.computed) || node.flags.contains(.updating)
    if !isUpdating && !isInAnyContext({ $0.isRunning(node) }) { stopInFlightElsewhere(node) }
    if isUpdating {
      stop(
        """
        \(node.retained.label) was read, written or observed inside its own update(_:), while its value is moved out. \
        Use the closure's inout parameter instead.
        """)
    }
    // The evaluations from the node to the top of the stack, in read order.
    var names: [String] = [node.retained.label]
    var evaluation = unsafe self.evaluation
    while let present = unsafe evaluation {
      if let sub = unsafe present.pointee.sub {
        if sub == node { break }
        names.insert(sub.retained.label, at: 1)
      }
      unsafe evaluation = present.pointee.outer
    }
    names.append(node.retained.label)
    stop(
      """
      dependency cycle: \(names.joined(separator: " reads ")). A derivation cannot need its own value. Break the \
      cycle, or keep the last value in a behavior of its own.
      """)
  }

  private func isRunning(_ node: NodeRef) -> Bool {
    var evaluation = unsafe self.evaluation
    while let present = unsafe evaluation {
      if unsafe present.pointee.sub == node { return true }
      unsafe evaluation = present.pointee.outer
    }
    return false
  }

  @inline(never)
  func stopEndlessFlush() -> Never {
    stop(
      """
      observers kept writing for \(Self.roundLimit) rounds without settling: \(loopInQueue()). Each change of one \
      writes the next. Let one of them stop when nothing is left to change.
      """)
  }

  @inline(never)
  func stopMultiplyingFlush() -> Never {
    stop(
      """
      observers kept writing without settling, each more than once, until more than \(Self.waitingLimit) deliveries \
      waited: \(loopInQueue()). Each change of one writes the next. Let one of them stop when nothing is left to \
      change.
      """)
  }

  /// Names the loop in the queue: follows each entry to the entries it enqueues, until a name repeats. Each entry runs
  /// once named; the order no longer matters.
  private func loopInQueue() -> String {
    var names: [String] = []
    // If the queue ends first: what ran last. Nothing repeats in it.
    var last: [String] = []
    // For each name, the places in the queue that its run filled.
    var caused: [(next: UInt32, end: UInt32)] = []
    for _ in 0..<256 {
      while let last = caused.last, last.next == last.end {
        caused.removeLast()
        if caused.count > 0 { names.removeLast() }
      }
      if caused.isEmpty {
        if unsafe raw.pointee.queue.isEmpty { break }
        names = []
        let place = unsafe raw.pointee.queue.begin
        caused = [(place, place &+ 1)]
      }
      let place = caused[caused.count - 1].next
      caused[caused.count - 1].next = place &+ 1
      let entry = unsafe raw.pointee.queue.take(at: place)
      if unsafe place == raw.pointee.queue.begin { unsafe _ = raw.pointee.queue.pop() }
      let before = unsafe raw.pointee.queue.end
      let label: String
      if let node = unsafe entry.node {
        label = node.retained.label
        if let loop = Self.loop(in: names, with: label) { return Self.shown(loop) }
        notify(node)
      } else if let delivery = unsafe entry.delivery?.takeRetainedValue() {
        label = delivery.label
        if let loop = Self.loop(in: names, with: label) { return Self.shown(loop) }
        delivery.run()
      } else {
        continue
      }
      names.append(label)
      last = names
      caused.append((before, unsafe raw.pointee.queue.end))
    }
    return Self.shown(last)
  }

  /// The names from the first `name` on, if they include another: an effect that wrote its own dependency may settle in
  /// its next turn.
  private static func loop(in names: [String], with name: String) -> [String]? {
    guard let first = names.firstIndex(of: name), names[first...].contains(where: { $0 != name }) else { return nil }
    return Array(names[first...])
  }

  private static func shown(_ all: [String]) -> String {
    let names = all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    return names.prefix(16).joined(separator: " -> ") + (names.count > 16 ? " -> …" : "") + " -> \(names.first ?? "")"
  }

  @inline(never)
  func stopMultiplyingForwards(to delivery: Delivery) -> Never {
    stop(
      """
      one payload waits to be forwarded in more than \(Self.waysLimit) places, among them \(delivery.label). Streams \
      are merged with themselves again and again, so each of them forwards it more than once. Merge different \
      streams.
      """)
  }

  /// Runs the calls once more to name them.
  @inline(never)
  func stopEndlessCalls(multiplying: Bool = false) -> Never {
    var names: [String] = []
    while names.count < 16, unsafe !raw.pointee.idleQueue.isEmpty {
      guard let delivery = unsafe raw.pointee.idleQueue.pop().delivery?.takeRetainedValue() else { continue }
      if delivery.label == names.first { break }
      names.append(delivery.label)
      delivery.run()
    }
    stop(
      """
      calls that wait for an idle thread kept causing each other \(multiplying
        ? "without settling, each more than one, until more than \(Self.waitingLimit) waited"
        : "for \(Self.roundLimit) rounds without settling"): \
      \(names.joined(separator: " -> ")) -> \(names.first ?? ""). Let one of them stop when nothing is left to do.
      """)
  }

  @inline(never)
  func stopEndlessTest(of node: NodeRef) -> Never {
    stop(
      """
      the test for duplicates of \(node.retained.label) kept writing, each write inside the test of the one before, until \
      the stack was nearly full. Let the test only compare its arguments, and write in an observer instead.
      """)
  }

  @inline(never)
  func stopEndlessRead(of node: NodeRef) -> Never {
    stop(
      """
      reading \(node.retained.label) did not settle in \(Self.roundLimit) rounds. Its function writes or triggers \
      something, and an observer of that writes what the function reads. Let the function only read.
      """)
  }
}
