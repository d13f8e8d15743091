extension EventStreamProtocol {
  /// A stream of the elements of a sequence.
  ///
  /// ```swift
  /// @MainActor func log(_ messages: AsyncStream<String>) -> Subscription {
  ///   EventStream(following: messages).sink { print($0) }
  /// }
  /// ```
  ///
  /// A task iterates over the sequence outside of the caller's isolation, and enters that isolation with each element
  /// before it requests the next. The loop starts at once, and elements without an observer are lost. With
  /// `whileObserved` it starts with the first observer and is cancelled after the last, each time with a new iterator.
  /// When the sequence ends while the actor lives, the stream finishes.
  ///
  /// The task is cancelled with the stream, and does not retain it: keep the stream or a subscription. Cost: about 800
  /// bytes and a task. Outside of any actor the program stops with a message.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, whileObserved: Bool = false, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Self == EventStream<Elements.Element>, Elements.Failure == Never, Elements.Element: Sendable {
    let loop = SequenceLoop(elements, isolation, for: "EventStream(following:)", name, file, line)
    self = SourceStream<Elements.Element>.following(loop, whileObserved, name, file, line) { $0($1) }
  }

  /// A stream of the elements of a throwing sequence, with the error as its last payload.
  ///
  /// Otherwise like the other initializer. Also used for all sequences on systems whose types do not show whether a
  /// sequence throws.
  @_disfavoredOverload
  public init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, whileObserved: Bool = false, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  )
  where
    Self == EventStream<Result<Elements.Element, any Error>>, Elements.Element: Sendable
  {
    let loop = SequenceLoop(elements, isolation, for: "EventStream(following:)", name, file, line)
    self = SourceStream<Result<Elements.Element, any Error>>.following(loop, whileObserved, name, file, line) {
      $0(.success($1))
    } end: { send, error in
      if let error { send(.failure(error)) }
    }
  }
}

extension SourceStream {
  fileprivate static func following<Elements>(
    _ loop: SequenceLoop<Elements>, _ isWhileObserved: Bool, _ name: String?, _ file: StaticString, _ line: UInt,
    _ receive: @escaping ((Payload) -> Void, Elements.Element) -> Void,
    end: @escaping ((Payload) -> Void, (any Error)?) -> Void = { _, _ in }
  ) -> SourceStream {
    weak var found: SourceStream?
    let stream = SourceStream(name, file, line) { send in
      loop.start {
        receive(send, $0)
      } end: {
        end(send, $0)
        found?.observers.finish()
      }
    }
    found = stream
    if !isWhileObserved { stream.runAlways() }
    return stream
  }
}
