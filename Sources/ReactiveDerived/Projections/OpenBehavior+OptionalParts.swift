// An optional part of an optional value is not optional twice.

extension OpenBehavior {
  /// The writable part of an optional value at a key path; nil while the value is nil. Compared by `==`.
  ///
  /// ```swift
  /// struct User: Equatable {
  ///   var name: String
  ///   var city: String?
  /// }
  /// let user = OpenBehavior<User?>(nil)
  /// let name = user[optional: \.name]
  /// name.sink { print($0 ?? "no user") }
  /// user.value = User(name: "Ada")      // prints "Ada"
  /// name.value = "Grace"                // prints "Grace"
  /// user[optional: \.city].value = "Rome"
  /// print(user.value?.city ?? "", user.value?.name ?? "")  // Rome Grace
  /// user.value = nil                    // prints "no user"
  /// ```
  ///
  /// Swift's own paths through optionals, `\.?.name`, are read-only. Writing a part of nil, or nil to a part that is
  /// not optional, stops with a message; write the whole instead. Otherwise like other parts.
  @inlinable
  public final subscript<Whole, Part: Equatable>(
    optional path: WritableKeyPath<Whole, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part?> where Value == Whole? { optionalPart(path, .equal(), file, line) }

  /// The writable part of an optional value at a key path. Compared by identity.
  @inlinable @_disfavoredOverload
  public final subscript<Whole, Part>(
    optional path: WritableKeyPath<Whole, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part?> where Value == Whole? { optionalPart(path, .identity(), file, line) }

  /// The writable optional part of an optional value at a key path. Compared by `==`.
  @inlinable
  public final subscript<Whole, Part: Equatable>(
    optional path: WritableKeyPath<Whole, Part?>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part?> where Value == Whole? { flatPart(path, .equal(), file, line) }

  /// The writable optional part of an optional value at a key path. Compared by identity.
  @inlinable @_disfavoredOverload
  public final subscript<Whole, Part>(
    optional path: WritableKeyPath<Whole, Part?>, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Part?> where Value == Whole? { flatPart(path, .identity(), file, line) }

  @inlinable @inline(__always)
  final func optionalPart<Whole, Part>(
    _ path: WritableKeyPath<Whole, Part>, _ test: some EqualityTest<Part?>, _ file: StaticString, _ line: UInt
  ) -> OpenBehavior<Part?> where Value == Whole? {
    flatPart(
      path, test, file, line, get: { $0[keyPath: path] },
      set: { [unowned self] whole, new in
        if let new { whole[keyPath: path] = new } else { refuseNil(path, file, line) }
      })
  }

  @inlinable @inline(__always)
  final func flatPart<Whole, Part>(
    _ path: WritableKeyPath<Whole, Part?>, _ test: some EqualityTest<Part?>, _ file: StaticString, _ line: UInt
  ) -> OpenBehavior<Part?> where Value == Whole? {
    flatPart(path, test, file, line, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }

  @inlinable @inline(__always)
  final func flatPart<Whole, Part, Held>(
    _ path: WritableKeyPath<Whole, Held>, _ test: some EqualityTest<Part?>, _ file: StaticString, _ line: UInt,
    get: @escaping (Whole) -> Part?, set: @escaping (inout Whole, Part?) -> Void
  ) -> OpenBehavior<Part?> where Value == Whole? {
    if path is ReferenceWritableKeyPath<Whole, Held> { stopAtObject(file, line) }
    return part(
      test, at: MemoryLayout<Whole>.offset(of: path), file, line, get: { $0.flatMap(get) },
      set: { [unowned self] whole, part in
        if whole != nil { return set(&whole!, part) }
        if part != nil { refusePart(path, file, line) }
      })
  }

  /// Stops, unless an undo writes a part of what is gone.
  @usableFromInline
  final func refusePart(_ path: AnyKeyPath, _ file: StaticString, _ line: UInt) {
    if Restoring.isUnderway { return }
    stop(
      """
      \(file):\(line): \(path) of \(label) was written while the value is nil, so there is no part to write. Write \
      the whole value, or check for nil first.
      """)
  }

  @usableFromInline
  final func refuseNil(_ path: AnyKeyPath, _ file: StaticString, _ line: UInt) {
    if Restoring.isUnderway { return }
    stop(
      """
      \(file):\(line): nil was written to \(path) of \(label), which is not optional. Write a part, or nil to the whole value.
      """)
  }
}

extension OpenBehavior {
  /// Unavailable: Swift cannot write through this path, such as one through an optional.
  @available(
    *, unavailable,
    message: """
      this path cannot be written: read it by map(path), or through an optional, write \
      behavior[\\.part][optional: \\.itsPart]
      """
  )
  @_disfavoredOverload
  public final subscript<Part>(path: KeyPath<Value, Part>) -> OpenBehavior<Part> { stop("unavailable") }
}
