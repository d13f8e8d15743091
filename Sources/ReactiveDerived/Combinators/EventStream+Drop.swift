extension EventStream {
  /// The stream of payloads from now on, without the first `count`.
  ///
  /// ```swift
  /// let tapped = Event<String>()
  /// tapped.dropFirst().sink { print($0) }
  /// tapped.trigger("a")  // prints nothing
  /// tapped.trigger("b")  // prints "b"
  /// ```
  ///
  /// It counts from its creation, observed or not, once for all observers. While observed, it lives as long as its root
  /// event; otherwise keep it. A negative count stops the program with a message.
  @inlinable
  public final func dropFirst(
    _ count: Int = 1, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Payload> {
    checkCount(count, "dropFirst")
    var left = count
    return derive(isEager: true, file, line) { link in
      { payload in
        if left == 0 { return link.forward(payload) }
        left -= 1
      }
    }
  }

  /// The stream of payloads from now on, from the first for which `isExcluded` is false.
  ///
  /// ```swift
  /// let typed = Event<Character>()
  /// typed.drop(while: { $0 == " " }).sink { print($0) }
  /// typed.trigger(" ")  // prints nothing
  /// typed.trigger("a")  // prints "a"
  /// typed.trigger(" ")  // prints " "
  /// ```
  ///
  /// Lifetime: see ``dropFirst(_:file:line:)``.
  @inlinable
  public final func drop(
    file: StaticString = #fileID, line: UInt = #line, while isExcluded: @escaping (Payload) -> Bool
  ) -> EventStream<Payload> {
    var hasBegun = false
    return derive(isEager: true, file, line) { link in
      { payload in
        if !hasBegun {
          if isExcluded(payload) { return }
          hasBegun = true
        }
        link.forward(payload)
      }
    }
  }
}

extension EventStream {
  /// Unavailable: RxSwift's and ReactiveSwift's name of ``dropFirst(_:file:line:)``.
  @available(*, unavailable, renamed: "dropFirst(_:)")
  public final func skip(_ count: Int) -> EventStream<Payload> { stop("unavailable") }
}
