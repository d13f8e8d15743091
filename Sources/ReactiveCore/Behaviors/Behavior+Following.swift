extension Behavior {
  /// A behavior that takes each element of a sequence as its value.
  ///
  /// ```swift
  /// @MainActor func show(_ levels: AsyncStream<Double>) async {
  ///   let level = Behavior(following: levels, initial: 1)
  ///   for await level in level.values { print("battery: \(level)") }
  /// }
  /// ```
  ///
  /// A task loops over the sequence, outside of the isolation in which this is called, and comes back with each element,
  /// before it asks for the next one. Outside of any actor this stops with a message. The task is cancelled with
  /// the behavior, which it does not keep; subscriptions keep the behavior. When the sequence ends, the behavior keeps
  /// its value. With `whileObserved` the loop begins with the first observer and is cancelled after the last one, each
  /// time with a new iterator; see ``OpenBehavior/init(_:whileObserved:name:file:line:)``.
  ///
  /// Values are compared by `==` if their type has one, otherwise as instances. Cost: about 1.1 kB and a task.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public convenience init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, initial: Value, whileObserved: Bool = false,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Elements.Element == Value, Elements.Failure == Never, Value: Sendable {
    let loop = SequenceLoop(elements, isolation, "Behavior(following:) was made")
    let source = OpenBehavior(initial, Equality(.never()), name: name, file: file, line: line)
    source.follow(loop, whileObserved) { source, value in source.value = value }
    self.init(showing: source, name, file, line)
  }

  /// A behavior that takes each element of a sequence that may throw as its value, and the error as the last one.
  ///
  /// Otherwise as the other one. (Of a sequence that does not throw, too, on systems where that cannot be seen by its
  /// type.)
  public convenience init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, initial: Value, whileObserved: Bool = false,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == Result<Elements.Element, any Error>, Elements.Element: Sendable {
    let loop = SequenceLoop(elements, isolation, "Behavior(following:) was made")
    let source = OpenBehavior(initial, Equality(.never()), name: name, file: file, line: line)
    source.follow(loop, whileObserved) { source, value in
      source.value = .success(value)
    } end: { source, error in
      if let error { source.value = .failure(error) }
    }
    self.init(showing: source, name, file, line)
  }

  /// Has the value of `source`, which it keeps.
  private convenience init(
    showing source: OpenBehavior<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    let isDuplicate = Equality<Value>.foundTest()
    let equality = Equality(.duplicates(by: isDuplicate)) { Self.serve($0, isDuplicate) { _ in source.read() } }
    self.init(computedBy: equality, name: name, file: file, line: line)
    // What it follows is used here from the beginning, so it ends here, too, wherever this is released.
    settleIn()
  }
}

extension OpenBehavior {
  /// Calls `receive` with the elements of a sequence, while this is observed or as long as it lives.
  fileprivate final func follow<Elements>(
    _ loop: SequenceLoop<Elements>, _ isWhileObserved: Bool,
    _ receive: @escaping (OpenBehavior, Elements.Element) -> Void,
    end: @escaping (OpenBehavior, (any Error)?) -> Void = { _, _ in }
  ) {
    settleIn()
    let start = { [weak self] in
      loop.start { [weak self] element in
        if let self { receive(self, element) }
      } end: { [weak self] error in
        if let self { end(self, error) }
      }
    }
    if isWhileObserved { return whileLive(start) }
    let token = start()
    node.addCleanup { token.cancel() }
  }
}
