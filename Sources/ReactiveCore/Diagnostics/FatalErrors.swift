// Unsafe: a look at the stack's evaluations, and at the queue, by address.
//
// Invariant: the process ends here; what is read is alive until then.
//
// The last words of the package. Each says what happened, in which node, and what to do instead.

/// Stops the program. Not `precondition`, whose message is not printed in release builds.
package func stop(_ message: String) -> Never { fatalError("swift-reactive: " + message) }

extension Context {
  /// A read of a node whose value is being made.
  @usableFromInline @inline(never)
  func refuseUse(of node: NodeRef) -> Never {
    if node.flags.contains(.computed) && !isInAnyContext({ $0.isRunning(node) }) { stopInFlightElsewhere(node) }
    if !node.flags.contains(.computed) {
      stop(
        """
        \(node.retained.label) was read, written or observed inside its own update(_:), while its value is moved out. \
        Use the closure's inout parameter instead.
        """)
    }
    // The evaluations between the node and the top of the stack, in the order in which they read each other.
    var names: [String] = [node.retained.label]
    var frame = unsafe self.frame
    while let present = unsafe frame {
      if let sub = unsafe present.pointee.sub {
        if sub == node { break }
        names.insert(sub.retained.label, at: 1)
      }
      unsafe frame = present.pointee.outer
    }
    names.append(node.retained.label)
    stop(
      """
      dependency cycle: \(names.joined(separator: " reads ")). A derivation cannot need its own value; \
      break the cycle, or keep the last value in a behavior of its own.
      """)
  }

  /// A node is used or ends here, and an evaluation, a batch or a queue of another thread has hold of it.
  @inline(never)
  func stopInFlightElsewhere(_ node: NodeRef) -> Never { stopInFlightElsewhere(node.retained.label) }

  /// `label` is used here, and `context` has hold of it: stops if that is one of another thread.
  @usableFromInline
  package func checkUse(of label: String, heldBy context: Context) {
    if !isInAnyContext({ unsafe $0.raw == context.raw }) { stopInFlightElsewhere(label) }
  }

  private func stopInFlightElsewhere(_ label: String) -> Never {
    stop(
      """
      \(label) is used in two isolations at once: something that another one has not finished, a batch, an effect, a \
      derivation or a delivery, has hold of it. What is made or read inside of such a call belongs to it. Make and read what \
      another isolation is to use before or after that call, or in a task of its own.
      """)
  }

  private func isRunning(_ node: NodeRef) -> Bool {
    var frame = unsafe self.frame
    while let present = unsafe frame {
      if unsafe present.pointee.sub == node { return true }
      unsafe frame = present.pointee.outer
    }
    return false
  }

  /// The flush does not settle.
  @inline(never)
  func stopEndlessFlush() -> Never {
    stop(
      """
      observers kept writing for \(Self.roundLimit) rounds without settling: \(loopInQueue()). \
      Each change of one writes the next: let one of them stop when nothing is left to change.
      """)
  }

  /// The flush does not settle, and what waits in it multiplies.
  @inline(never)
  func stopMultiplyingFlush() -> Never {
    stop(
      """
      observers kept writing without settling, each more than once, until more than \(Self.waitingLimit) deliveries waited: \
      \(loopInQueue()). Each change of one writes the next: let one of them stop when nothing is left to change.
      """)
  }

  /// Names what keeps the queue going: follows the first entry to what that queues, and so on, until it comes back.
  ///
  /// Each entry runs once it has been named, out of its order, which no longer matters.
  private func loopInQueue() -> String {
    var names: [String] = []
    // For each name what it has made wait, from the first to before the second place.
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
      caused.append((before, unsafe raw.pointee.queue.end))
    }
    return Self.shown(names)
  }

  /// What lies between `name` and its first place in `names`, if that is more than itself: an effect that has written what
  /// it reads waits for one more turn, in which it may find nothing to do.
  private static func loop(in names: [String], with name: String) -> [String]? {
    guard let first = names.firstIndex(of: name), names[first...].contains(where: { $0 != name }) else { return nil }
    return Array(names[first...])
  }

  private static func shown(_ all: [String]) -> String {
    let names = all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    return names.prefix(16).joined(separator: " -> ") + (names.count > 16 ? " -> …" : "") + " -> \(names.first ?? "")"
  }

  /// Streams that are made of each other send one payload on by ever more ways.
  @inline(never)
  func stopMultiplyingPass(to delivery: Delivery) -> Never {
    stop(
      """
      one payload waits to be passed on in more than \(Self.waysLimit) places, among them \(delivery.label): streams are merged \
      with themselves again and again, so that each of them sends it on more than once. Merge different streams.
      """)
  }

  /// What waits for an idle thread keeps coming: names who does, by letting it go round once more.
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

  /// The stack is about to end, in derivations that read each other for the first time, or in effects that are made in
  /// each other's bodies.
  @inline(never)
  func stopDeepRuns(in frame: UnsafeMutablePointer<Evaluation>) -> Never {
    var effects = 0
    var derivations = 0
    var label = "a node"
    var next = unsafe Optional(frame)
    while let present = unsafe next {
      if let node = unsafe present.pointee.sub {
        if effects + derivations == 0 { label = node.retained.label }
        if node.flags.contains(.reaction) { effects += 1 } else { derivations += 1 }
      }
      unsafe next = present.pointee.outer
    }
    stop(
      effects > derivations
        ? """
        the stack of this thread is too small to run \(label): \(effects) effects are running, each made in the body of \
        the one before. Make fewer levels, or make inner effects when the outer body has run; later runs need no stack.
        """
        : """
        the stack of this thread is too small to read \(label): \(derivations) derivations are reading each other, each \
        for the first time. Read a long chain from its beginning once, or observe it as it is built; updates need no stack.
        """)
  }

  /// A derivation whose run changes what it reads, by way of an observer, each time.
  @inline(never)
  func stopEndlessRead(of node: NodeRef) -> Never {
    stop(
      """
      reading \(node.retained.label) did not settle in \(Self.roundLimit) rounds: its function writes or triggers something, and \
      an observer of that writes what the function reads. A derivation should only read.
      """)
  }
}
