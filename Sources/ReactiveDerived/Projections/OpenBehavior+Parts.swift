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
  /// It keeps the whole, and nothing keeps it but you and its subscriptions. Where the value is an object, a write
  /// of its part would change the object and not the value: that stops with a message. Cost: about 200 bytes; a write takes
  /// about 10 ns more than ``/ReactiveCore/OpenBehavior/update(_:)``. A path that is written in
  /// the call costs one closure, however deep it is; one that is passed on is walked. To change a large part in place,
  /// update the whole: the part is copied, since it is compared. A lens of functional programming, SwiftUI's
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

  /// Stops: the path leads through an object, with which the value does not change.
  ///
  /// It is found out where the compiler knows of it, as of every path that is written in the call.
  @inlinable
  public final subscript<Part: Equatable>(
    path: ReferenceWritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> { stopAtObject(file, line) }

  /// Stops: the path leads through an object, with which the value does not change.
  @inlinable @_disfavoredOverload
  public final subscript<Part>(
    path: ReferenceWritableKeyPath<Value, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part> { stopAtObject(file, line) }

  // One closure captures the path, and it is only used to get and to set: only so does the compiler replace a path that is
  // known by what it stands for.
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
        write: { new in
          if self.forwardsWrites { return self.rewrite { $0[keyPath: path] = new } }
          self.update(in: .current, keepingSnapshot: true) { $0[keyPath: path] = new }
        })
    }
    return OpenBehavior<Part>(forwardingBy: operations, name: nil, file: file, line: line)
  }

  /// A behavior of what `get` makes of the value, which `set` puts back.
  @inlinable @inline(__always)
  final func part<Part>(
    _ test: some EqualityTest<Part>, _ file: StaticString, _ line: UInt, get: @escaping (Value) -> Part,
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
        write: { new in
          if self.forwardsWrites { return self.rewrite { set(&$0, new) } }
          self.update(in: .current, keepingSnapshot: true) { set(&$0, new) }
        })
    }
    return OpenBehavior<Part>(forwardingBy: operations, name: nil, file: file, line: line)
  }

  /// Writes a copy that `change` has changed. Of a part, which has a copy anyway, that is as much as to change it in place, and
  /// allocates nothing.
  @inlinable @inline(__always)
  final func rewrite(_ change: (inout Value) -> Void) {
    var whole = peek()
    change(&whole)
    value = whole
  }

  @usableFromInline
  final func stopAtObject(_ file: StaticString, _ line: UInt) -> Never {
    stop(
      """
      \(file):\(line): a part of \(label) was asked for, whose path leads through an object: a write of the part would change \
      the object, and no observer would be notified. Make it a struct, or give the object an OpenBehavior of its own.
      """)
  }
}
