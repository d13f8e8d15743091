// A part of a value, as a behavior that can be written.

extension OpenBehavior {
  /// The part of the value at a key path, which can be written; an equal part is no change.
  ///
  /// ```swift
  /// struct Home: Equatable { var city: String }
  /// struct User: Equatable { var name: String, home: Home }
  /// let user = OpenBehavior(User(name: "Ada", home: Home(city: "London")))
  /// let city = user[\.home.city]
  /// city.sink { print($0) }
  /// city.value = "Paris"              // prints "Paris"
  /// print(user.value.home.city)       // Paris
  /// user.update { $0.name = "Grace" } // prints nothing
  /// ```
  ///
  /// A write of the part is one write of the whole: both are read anew by whatever is notified. A write of an equal part is
  /// none. Two parts that are written in a ``/ReactiveCore/batch(_:)`` are one change, and none if the whole ends where it
  /// began; to know that, a batch keeps the whole from before, so the first change in it copies an array that it changes.
  /// The part of a part is a part, and all that takes an `OpenBehavior` takes them.
  ///
  /// It keeps the whole, and nothing keeps it but you and its subscriptions. Where the value is an object, or the path
  /// leads through one, the write would change the object and not the value: that stops with a message. Cost: about 300
  /// bytes; a write takes that of ``/ReactiveCore/OpenBehavior/update(_:)``, and a read and a comparison of the part. A
  /// path that is written in the call costs one closure, however deep it is. A lens of functional programming, SwiftUI's
  /// `$model.home.city`.
  @inlinable
  public final subscript<Part: Equatable>(
    path: WritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> {
    part(path, .equal(), file, line)
  }

  /// The part of the value at a key path, which can be written; the same instance is no change, any other part is one.
  @inlinable @_disfavoredOverload
  public final subscript<Part>(
    path: WritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> {
    part(path, .identity(), file, line)
  }

  // The closure captures the path itself: only so does the compiler replace a path that is known by what it stands for.
  @inlinable @inline(__always)
  final func part<Part>(
    _ path: WritableKeyPath<Value, Part>, _ test: some EqualityTest<Part>, _ file: StaticString, _ line: UInt
  ) -> OpenBehavior<Part> {
    requireValue(path, file, line)
    let operations = Equality(test) {
      OpenBehavior<Part>.serve(
        $0, test,
        compute: { evaluation in
          let whole = self.read(in: evaluation)
          evaluation.close()
          return whole[keyPath: path]
        },
        peek: { self.peek()[keyPath: path] },
        write: { new in
          // The end of the old part may use the whole: it is released when that is in place again.
          var part = new
          self.changePart {
            swap(&part, &$0[keyPath: path])
            return true
          }
          withExtendedLifetime(part) {}
        },
        modify: { body in self.changePart { body(&$0[keyPath: path]) } })
    }
    return OpenBehavior<Part>(forwardingBy: operations, name: nil, file: file, line: line)
  }

  /// A behavior of what `get` makes of the value. `change` calls its second argument with that part of the value, which
  /// returns whether it is a change; and so does `change`.
  @inlinable @inline(__always)
  final func part<Part>(
    _ test: some EqualityTest<Part>, _ file: StaticString, _ line: UInt, get: @escaping (Value) -> Part,
    change: @escaping (inout Value, (inout Part) -> Bool) -> Bool
  ) -> OpenBehavior<Part> {
    let operations = Equality(test) {
      OpenBehavior<Part>.serve(
        $0, test,
        compute: { evaluation in
          let whole = self.read(in: evaluation)
          evaluation.close()
          return get(whole)
        },
        peek: { get(self.peek()) },
        write: { new in
          var part = new
          self.changePart {
            change(&$0) {
              swap(&part, &$0)
              return true
            }
          }
          withExtendedLifetime(part) {}
        },
        modify: { body in self.changePart { change(&$0, body) } })
    }
    return OpenBehavior<Part>(forwardingBy: operations, name: nil, file: file, line: line)
  }

  @usableFromInline
  final func requireValue<Whole, Part>(_ path: WritableKeyPath<Whole, Part>, _ file: StaticString, _ line: UInt) {
    guard path is ReferenceWritableKeyPath<Whole, Part> else { return }
    stop(
      """
      \(file):\(line): \(path) leads through an object, which \(label) does not change with: its observers would not be \
      notified of a write. Give the object an OpenBehavior of its own, or make it a struct.
      """)
  }
}
