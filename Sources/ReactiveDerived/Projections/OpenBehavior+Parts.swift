extension OpenBehavior {
  /// The writable part of the value at a key path. Compared by `==`.
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
  /// A write of the part writes the whole, unless the part, or a whole without references, is a duplicate. A part has
  /// parts in turn, and serves wherever an `OpenBehavior` does; a change that its own `==` overlooks is none. Where the
  /// value is an object, a write would change the object but not the value, so it stops with a message.
  ///
  /// Parts written in one ``/ReactiveCore/batch(_:)`` are one change, or none if the whole ends as a duplicate of what
  /// it was, and so do the stored properties that were written. Other parts, such as a computed property, a property with
  /// observers or a path through an index, are compared only if the batch writes the whole once. The batch keeps the
  /// earlier whole, so its first change of an array copies the array.
  ///
  /// The part retains the whole, and only you and its subscriptions retain the part. Keep a part that an effect or
  /// derivation reads: one made in its function makes it run at each change of the whole. Cost: about 200 bytes; a write
  /// takes about 10 ns more than ``/ReactiveCore/OpenBehavior/update(_:)``. A path written in the call costs one
  /// closure at any depth; a path that is passed on is walked at each use. The part is copied to be compared: to change
  /// a large part in place, update the whole. Known as a lens in functional programming, and as `$model.home.city` in
  /// SwiftUI.
  ///
  /// A path through an index of an array, or through `!`, stops with Swift's own message if there is no such element:
  /// use `[id:]` or `[optional:]`.
  @inlinable
  public final subscript<Part: Equatable>(
    path: WritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> {
    part(path, .equal(), file, line)
  }

  /// The writable part of the value at a key path. Compared by identity.
  @inlinable @_disfavoredOverload
  public final subscript<Part>(
    path: WritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> {
    part(path, .identity(), file, line)
  }

  /// Stops: the path leads through an object, whose change does not change the value.
  ///
  /// Chosen where the compiler can tell, as for every path written in the call. A path that is passed on as a
  /// `WritableKeyPath` is not checked.
  @inlinable
  public final subscript<Part: Equatable>(
    path: ReferenceWritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> { stopAtObject(file, line) }

  /// Stops: the path leads through an object, whose change does not change the value.
  @inlinable @_disfavoredOverload
  public final subscript<Part>(
    path: ReferenceWritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> { stopAtObject(file, line) }

  // The compiler replaces a known path by direct access only if a single closure captures it, and gets and sets alone.
  @inlinable @inline(__always)
  final func part<Part>(
    _ path: WritableKeyPath<Value, Part>, _ test: some EqualityTest<Part>, _ file: StaticString, _ line: UInt
  ) -> OpenBehavior<Part> {
    if Value.self is AnyObject.Type { stopAtObject(file, line) }
    let operations = Equality(test) {
      OpenBehavior<Part>.serve(
        $0, test,
        compute: { evaluation in
          let whole = self.read(in: evaluation)
          evaluation.close()
          return whole[keyPath: path]
        },
        peek: { self.peek()[keyPath: path] },
        waiting: { purpose in
          guard let whole = self.waitingValue(purpose) else { return nil }
          return whole[keyPath: path]
        },
        write: { new in
          if self.forwardsWrites { return self.rewrite { $0[keyPath: path] = new } }
          self.update(in: .current, keepingSnapshot: true) { $0[keyPath: path] = new }
          if !_isPOD(Value.self) && self.isInBatch { self.note(test, partAt: MemoryLayout<Value>.offset(of: path)) }
        })
    }
    let part = OpenBehavior<Part>(forwardingBy: operations, name: nil, file: file, line: line)
    part.writesLate = writesLate
    return part
  }

  /// A behavior of the part that `get` returns and `set` puts back. `offset` is that of a stored property of an
  /// optional's content.
  @inlinable @inline(__always)
  final func part<Part>(
    _ test: some EqualityTest<Part>, at offset: Int? = nil, _ file: StaticString, _ line: UInt,
    get: @escaping (Value) -> Part,
    set: @escaping (inout Value, Part) -> Void
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
        waiting: { self.waitingValue($0).map(get) },
        write: { new in
          if self.forwardsWrites { return self.rewrite { set(&$0, new) } }
          self.update(in: .current, keepingSnapshot: true) { set(&$0, new) }
          self.note(test, partAt: offset, get)
        })
    }
    let part = OpenBehavior<Part>(forwardingBy: operations, name: nil, file: file, line: line)
    part.writesLate = writesLate
    return part
  }

  /// Writes a changed copy. A part is copied anyway, so this costs no more than a change in place, and allocates
  /// nothing. A value that waits in a program's message is the one to change.
  @inlinable @inline(__always)
  final func rewrite(_ change: (inout Value) -> Void) {
    var whole = waitingValue(.base) ?? peek()
    change(&whole)
    value = whole
  }

  @usableFromInline
  final func stopAtObject(_ file: StaticString, _ line: UInt) -> Never {
    stop(
      """
      \(file):\(line): a part of \(label) has a path that leads through an object. Writing it would change the \
      object, and no observer would be notified. Make the object a struct, or give it an OpenBehavior of its own.
      """)
  }
}
