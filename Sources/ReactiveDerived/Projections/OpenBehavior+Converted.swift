extension OpenBehavior {
  /// The value in another, writable form. Compared by `==`.
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
  /// A write changes both behaviors at once. The result keeps the written value until this behavior changes, without
  /// converting it there and back: the functions need not be inverse, and edited text stays as it is. Each function
  /// runs on demand, and its reads are not tracked. While a written value stands, this behavior is observed.
  ///
  /// The result retains this behavior, and only you and its subscriptions retain the result. Cost: about 600 bytes;
  /// unlike ``/ReactiveBindings/ReactiveCore/OpenBehavior/bindTwoWay(to:converting:)``, it needs no second stored
  /// value.
  @inlinable
  public final func converted<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ forward: @escaping (Value) -> New,
    back: @escaping (New) -> Value
  ) -> OpenBehavior<New> { converted(.equal(), file, line, forward) { $0(back($1)) } }

  /// The value in another, writable form. Compared by identity.
  @inlinable @_disfavoredOverload
  public final func converted<New>(
    file: StaticString = #fileID, line: UInt = #line, _ forward: @escaping (Value) -> New,
    back: @escaping (New) -> Value
  ) -> OpenBehavior<New> { converted(.identity(), file, line, forward) { $0(back($1)) } }

  /// The value in another, writable form, when the conversion back may fail. Compared by `==`.
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
  /// A value that cannot be converted back leaves this behavior unchanged and triggers `errors` once. The result keeps
  /// the written value until this behavior changes. It retains `errors`.
  @inlinable
  public final func converted<New: Equatable, Failure: Error>(
    errors: Event<Failure>, file: StaticString = #fileID, line: UInt = #line, _ forward: @escaping (Value) -> New,
    back: @escaping (New) throws(Failure) -> Value
  ) -> OpenBehavior<New> { converted(.equal(), file, line, forward, reporting(errors, back)) }

  /// The value in another, writable form, when the conversion back may fail. Compared by identity.
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

  /// `write` converts back and passes the result to its first argument.
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
        waiting: { purpose in
          written.comingValue(purpose, forward)
        },
        write: { new in
          written.set(new) {
            var sent: Value?
            write(
              {
                sent = $0
                self.value = $0
              }, new)
            return sent ?? self.waitingValue(.look(nil))
          }
        })
    }
    let part = OpenBehavior<New>(forwardingBy: operations, name: nil, file: file, line: line)
    part.writesLate = writesLate
    return part
  }
}
