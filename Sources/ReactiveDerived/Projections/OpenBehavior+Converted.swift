// A value in another form, as a behavior that can be written.

extension OpenBehavior {
  /// The value in another form, which can be written; an equal one is no change.
  ///
  /// ```swift
  /// let celsius = OpenBehavior(20.0)
  /// let fahrenheit = celsius.converted { $0 * 9 / 5 + 32 } back: { ($0 - 32) * 5 / 9 }
  /// fahrenheit.sink { print("\($0) °F") }
  /// celsius.value = 30      // prints "86.0 °F"
  /// fahrenheit.value = 50   // prints "50.0 °F"
  /// print(celsius)          // 10.0
  /// ```
  ///
  /// What is written is what is read, until this behavior changes: a value that has been converted is not converted back,
  /// so the two functions need not be inverse to each other, and a text that is being edited is left as it is. A write of
  /// the result changes both in one. Each function runs when it is needed, and what it reads is not followed. While a value
  /// that was written stands, this behavior is observed, to know of each change.
  ///
  /// The result keeps this behavior, and nothing keeps the result but you and its subscriptions. Cost: about 600 bytes. It
  /// is a conversion of ``/ReactiveBindings/ReactiveCore/OpenBehavior/bindTwoWay(to:converting:)`` without a second stored value.
  @inlinable
  public final func converted<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ forward: @escaping (Value) -> New,
    back: @escaping (New) -> Value
  ) -> OpenBehavior<New> { converted(.equal(), file, line, forward) { $0(back($1)) } }

  /// The value in another form, which can be written; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public final func converted<New>(
    file: StaticString = #fileID, line: UInt = #line, _ forward: @escaping (Value) -> New,
    back: @escaping (New) -> Value
  ) -> OpenBehavior<New> { converted(.identity(), file, line, forward) { $0(back($1)) } }

  /// The value in another form, which can be written and may then have no counterpart; an equal one is no change.
  ///
  /// ```swift
  /// struct NoNumber: Error { let text: String }
  /// let age = OpenBehavior(36)
  /// let errors = Event<NoNumber>()
  /// errors.sink { print("no number: \($0.text)") }
  /// let text = age.converted(errors: errors) { String($0) } back: { text throws(NoNumber) in
  ///   guard let number = Int(text) else { throw NoNumber(text: text) }
  ///   return number
  /// }
  /// text.value = "37"
  /// print(age)        // 37
  /// text.value = "many"  // prints "no number: many"
  /// print(age, text)  // 37 many
  /// ```
  ///
  /// A value that cannot be converted back leaves this behavior as it is, and triggers `errors` once; the result keeps what
  /// was written until this behavior changes. It keeps `errors`.
  @inlinable
  public final func converted<New: Equatable, Failure: Error>(
    errors: Event<Failure>, file: StaticString = #fileID, line: UInt = #line, _ forward: @escaping (Value) -> New,
    back: @escaping (New) throws(Failure) -> Value
  ) -> OpenBehavior<New> { converted(.equal(), file, line, forward, reporting(errors, back)) }

  /// The value in another form, which can be written and may then have no counterpart; the same instance is no change.
  @inlinable @_disfavoredOverload
  public final func converted<New, Failure: Error>(
    errors: Event<Failure>, file: StaticString = #fileID, line: UInt = #line, _ forward: @escaping (Value) -> New,
    back: @escaping (New) throws(Failure) -> Value
  ) -> OpenBehavior<New> { converted(.identity(), file, line, forward, reporting(errors, back)) }

  @usableFromInline
  final func reporting<New, Failure: Error>(
    _ errors: Event<Failure>, _ back: @escaping (New) throws(Failure) -> Value
  ) -> (_ store: (Value) -> Void, New) -> Void {
    { store, new in
      do throws(Failure) { store(try back(new)) } catch { errors.trigger(error) }
    }
  }

  /// `write` converts back, and passes what comes of it to its first argument.
  @inlinable
  final func converted<New>(
    _ test: some EqualityTest<New>, _ file: StaticString, _ line: UInt, _ forward: @escaping (Value) -> New,
    _ write: @escaping (_ store: (Value) -> Void, New) -> Void
  ) -> OpenBehavior<New> {
    let written = Override<Value, New>(of: self, file, line)
    let operations = Equality(test) {
      OpenBehavior<New>.serve(
        $0, test,
        compute: { evaluation in
          let source = self.read(in: evaluation)
          if let own = written.read() { return own }
          evaluation.close()
          return forward(source)
        },
        write: { new in written.set(new) { write({ self.value = $0 }, new) } })
    }
    return OpenBehavior<New>(forwardingBy: operations, name: nil, file: file, line: line)
  }
}
