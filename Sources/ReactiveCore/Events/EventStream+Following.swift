extension EventStreamProtocol {
  /// A stream of the elements of a sequence.
  ///
  /// ```swift
  /// @MainActor func log(_ messages: AsyncStream<String>) -> Subscription {
  ///   EventStream(following: messages).sink { print($0) }
  /// }
  /// ```
  ///
  /// A task loops over the sequence, outside of the isolation in which this is called, and comes back with each element,
  /// before it asks for the next one. Outside of any actor this stops with a message. The task is cancelled with
  /// the stream, which it does not keep: keep the stream or a subscription to it. With `whileObserved` the loop begins
  /// with the first observer and is cancelled after the last one, each time with a new iterator; otherwise it begins at
  /// once, and elements that come while nothing observes are lost. When the sequence ends, the stream finishes. Cost: about
  /// 800 bytes and a task.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, whileObserved: Bool = false, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Self == EventStream<Elements.Element>, Elements.Failure == Never, Elements.Element: Sendable {
    let loop = SequenceLoop(elements, isolation, "EventStream(following:) was made")
    self = SourceStream<Elements.Element>.following(loop, whileObserved, name, file, line) { $0($1) }
  }

  /// A stream of the elements of a sequence that may throw, and of the error, which is the last payload.
  ///
  /// Otherwise as the other one. (Of a sequence that does not throw, too, on systems where that cannot be seen by its
  /// type.)
  @_disfavoredOverload
  public init<Elements: AsyncSequence & Sendable>(
    following elements: Elements, whileObserved: Bool = false, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  )
  where
    Self == EventStream<Result<Elements.Element, any Error>>, Elements.Element: Sendable
  {
    let loop = SequenceLoop(elements, isolation, "EventStream(following:) was made")
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
