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
  /// A task iterates over the sequence outside of the caller's isolation, and enters that isolation with each element
  /// before it requests the next. When the sequence ends, the behavior keeps its value. With `whileObserved` the loop
  /// starts with the first observer and is cancelled after the last, each time with a new iterator; see
  /// ``OpenBehavior/init(_:whileObserved:name:file:line:)``.
  ///
  /// The task is cancelled when the behavior ends, and does not retain it; subscriptions do. Values are compared by
  /// `==` if their type has one, otherwise by identity. Cost: about 1.1 kB and a task. Outside of any actor the program
  /// stops with a message.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public convenience init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, initial: Value, whileObserved: Bool = false,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Elements.Element == Value, Elements.Failure == Never, Value: Sendable {
    let loop = SequenceLoop(elements, isolation, for: "Behavior(following:)", name, file, line)
    let source = OpenBehavior(initial, Equality(.never()), name: name, file: file, line: line)
    source.follow(loop, whileObserved) { source, value in source.value = value }
    self.init(showing: source, name, file, line)
  }

  /// A behavior that takes each element of a throwing sequence as its value, and the error as its last value.
  ///
  /// Otherwise like the other initializer. Also used for all sequences on systems whose types do not show whether a
  /// sequence throws.
  public convenience init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, initial: Value, whileObserved: Bool = false,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == Result<Elements.Element, any Error>, Elements.Element: Sendable {
    let loop = SequenceLoop(elements, isolation, for: "Behavior(following:)", name, file, line)
    let source = OpenBehavior(initial, Equality(.never()), name: name, file: file, line: line)
    source.follow(loop, whileObserved) { source, value in
      source.value = .success(value)
    } end: { source, error in
      if let error { source.value = .failure(error) }
    }
    self.init(showing: source, name, file, line)
  }

  private convenience init(
    showing source: OpenBehavior<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    let isDuplicate = Equality<Value>.foundTest()
    let equality = Equality(.duplicates(by: isDuplicate)) { Self.serve($0, isDuplicate) { _ in source.read() } }
    self.init(computedBy: equality, name: name, file: file, line: line)
    // The source is used in this isolation from now on, so the behavior must end here, wherever it is released.
    settleIn()
  }
}

extension OpenBehavior {
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
