extension EventStream {
  /// The stream of payloads for which `isDuplicate(last, payload)` is false, where `last` was emitted last.
  ///
  /// ```swift
  /// let measured = Event<Double>()
  /// let steady = measured.removeDuplicates { abs($0 - $1) < 0.5 }
  /// steady.sink { print($0) }
  /// measured.trigger(20)    // prints "20.0"
  /// measured.trigger(20.2)  // prints nothing
  /// measured.trigger(20.7)  // prints "20.7"
  /// ```
  ///
  /// It compares from its creation on, observed or not. Lifetime and cost: see ``scan(_:file:line:_:)``.
  @inlinable
  public final func removeDuplicates(
    file: StaticString = #fileID, line: UInt = #line,
    by isDuplicate: @escaping (_ old: Payload, _ new: Payload) -> Bool
  ) -> EventStream<Payload> {
    var last: Payload?
    return derive(isEager: true, file, line) { link in
      { payload in
        // The `deinit` of the last payload may trigger the event, so release it while no access is open.
        let old = last
        if let old, isDuplicate(old, payload) { return }
        last = payload
        withExtendedLifetime(old) { link.forward(payload) }
      }
    }
  }
}

extension EventStream where Payload: Equatable {
  /// The stream of payloads that differ from the one before.
  ///
  /// ```swift
  /// let selected = Event<Int>()
  /// selected.removeDuplicates().sink { print($0) }
  /// selected.trigger(1)  // prints "1"
  /// selected.trigger(1)  // prints nothing
  /// selected.trigger(2)  // prints "2"
  /// ```
  @inlinable
  public final func removeDuplicates(file: StaticString = #fileID, line: UInt = #line) -> EventStream<Payload> {
    removeDuplicates(file: file, line: line, by: ==)
  }
}

extension EventStream {
  /// Unavailable: RxSwift's name of ``removeDuplicates(file:line:)``.
  @available(*, unavailable, renamed: "removeDuplicates()")
  public final func distinctUntilChanged() -> EventStream<Payload> { stop("unavailable") }

  /// Unavailable: ReactiveSwift's name of ``removeDuplicates(file:line:)``.
  @available(*, unavailable, renamed: "removeDuplicates()")
  public final func skipRepeats() -> EventStream<Payload> { stop("unavailable") }
}
