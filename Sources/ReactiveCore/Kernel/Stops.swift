// The last words of the package. Each says what happened, in which node, and what to do instead.

/// Stops the program. Not `precondition`, whose message is not printed in release builds.
package func stop(_ message: String) -> Never { fatalError("swift-reactive: " + message) }

extension Context {
  /// A read of a node whose value is being made.
  @usableFromInline @inline(never)
  func refuseUse(of node: NodeRef) -> Never {
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

  /// The flush does not settle: names who keeps it going, by letting it go round once more.
  @inline(never)
  func stopEndlessFlush() -> Never {
    var names: [String] = []
    var turns = 0
    while turns < 256, unsafe !raw.pointee.queue.isEmpty {
      turns += 1
      let entry = unsafe raw.pointee.queue.pop()
      if let node = unsafe entry.node {
        let label = node.retained.label
        if label == names.first && names.count > 1 { break }
        if !names.contains(label) { names.append(label) }
        tell(node)
      } else if let delivery = unsafe entry.delivery?.takeRetainedValue() {
        let label = delivery.label
        if label == names.first && names.count > 1 { break }
        if !names.contains(label) { names.append(label) }
        delivery.run()
      }
    }
    let shown = names.prefix(16).joined(separator: " -> ") + (names.count > 16 ? " -> …" : "")
    stop(
      """
      observers kept writing for \(Self.roundLimit) rounds without settling: \(shown) -> \(names.first ?? ""). \
      Each change of one writes the next: let one of them stop when nothing is left to change.
      """)
  }

  /// What waits for an idle thread keeps coming: names who does, by letting it go round once more.
  @inline(never)
  func stopEndlessCalls() -> Never {
    var names: [String] = []
    while names.count < 16, unsafe !raw.pointee.afterwards.isEmpty {
      guard let delivery = unsafe raw.pointee.afterwards.pop().delivery?.takeRetainedValue() else { continue }
      if delivery.label == names.first { break }
      names.append(delivery.label)
      delivery.run()
    }
    stop(
      """
      calls that wait for an idle thread kept causing each other for \(Self.roundLimit) rounds without settling: \
      \(names.joined(separator: " -> ")) -> \(names.first ?? ""). Let one of them stop when nothing is left to do.
      """)
  }

  /// The stack is about to end, in derivations that read each other for the first time.
  @inline(never)
  func stopDeepRead(in frame: UnsafeMutablePointer<Frame>) -> Never {
    var depth = 0
    var label = "a behavior"
    var next = unsafe Optional(frame)
    while let present = unsafe next {
      if depth == 0, let node = unsafe present.pointee.sub { label = node.retained.label }
      depth += 1
      unsafe next = present.pointee.outer
    }
    stop(
      """
      the stack of this thread is too small to read \(label): \(depth) derivations are reading each other, each for \
      the first time. Read a long chain from its beginning once, or observe it as it is built; updates need no stack.
      """)
  }

  /// How messages call the derivation or effect that runs on this thread now; nil if none does.
  package static var runningLabel: String? { unsafe current.frame?.pointee.sub?.retained.label }

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
