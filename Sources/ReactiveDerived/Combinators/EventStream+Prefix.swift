extension EventStream {
  /// The stream of the first `count` payloads from now on.
  ///
  /// ```swift
  /// let tapped = Event<String>()
  /// tapped.prefix(2).sink { print($0) }
  /// tapped.trigger("a")  // prints "a"
  /// tapped.trigger("b")  // prints "b"
  /// tapped.trigger("c")  // prints nothing
  /// ```
  ///
  /// It counts from its creation, observed or not, once for all observers. After the last payload, it releases its
  /// source and finishes. While observed, it lives until then, or as long as its root event; otherwise keep it. A
  /// negative count stops the program with a message.
  @inlinable
  public final func prefix(
    _ count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Payload> {
    checkCount(count, "prefix")
    var left = count
    let stream = derive(isEager: true, file, line) { (link: StreamLink<Payload>) in
      { payload in
        if left == 0 { return }
        left -= 1
        link.forward(payload)
        if left == 0 { link.stream?.finishLater() }
      }
    }
    if count == 0 { finishDerived(stream) }
    return stream
  }

  /// The stream of payloads from now on, up to the first for which `isIncluded` is false.
  ///
  /// ```swift
  /// let typed = Event<Character>()
  /// typed.prefix(while: { $0 != "." }).sink { print($0) }
  /// typed.trigger("a")  // prints "a"
  /// typed.trigger(".")  // prints nothing
  /// typed.trigger("b")  // prints nothing
  /// ```
  ///
  /// Lifetime: see ``prefix(_:file:line:)``.
  @inlinable
  public final func prefix(
    file: StaticString = #fileID, line: UInt = #line, while isIncluded: @escaping (Payload) -> Bool
  ) -> EventStream<Payload> {
    var isOver = false
    return derive(isEager: true, file, line) { link in
      { payload in
        if isOver { return }
        if isIncluded(payload) { return link.forward(payload) }
        isOver = true
        link.stream?.finishLater()
      }
    }
  }

  @usableFromInline
  func finishDerived<Other>(_ stream: EventStream<Other>) { (stream as? DerivedStream<Other>)?.finish() }

  @usableFromInline
  func checkCount(_ count: Int, _ name: String) {
    if count >= 0 { return }
    stop("\(name)(\(count)) of \(observers.label): a number of payloads cannot be negative. Give 0 or more.")
  }
}

extension EventStream {
  /// Unavailable: Combine's name of a prefix of one payload.
  @available(*, unavailable, message: "write stream.prefix(1)")
  public final func first() -> EventStream<Payload> { stop("unavailable") }
}
