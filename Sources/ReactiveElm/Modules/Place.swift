// Unsafe: a key path that may belong to the main actor, kept in a value that may be sent.
//
// Invariant: a key path that was not given as `Sendable` is used anywhere only if it leads to a stored property, which is
// a place in memory and runs no code. Every other one is used on the main actor alone, where it was made: each use
// asks `expectAccess()` first.

internal import ReactiveCore

/// Where a part lies in a value.
@safe
@usableFromInline
struct Place<Whole, Part>: Sendable {
  @usableFromInline let keyPath: any WritableKeyPath<Whole, Part> & Sendable
  /// It is memory: reading and writing it runs no code.
  @usableFromInline let isStored: Bool
  @usableFromInline let belongsToMainActor: Bool
  /// Where it was made, if it belongs to the main actor.
  private let home: Home?

  /// A place that may be used anywhere.
  init(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) {
    self.keyPath = keyPath
    isStored = MemoryLayout<Whole>.offset(of: keyPath) != nil
    belongsToMainActor = false
    home = nil
  }

  /// A place that may belong to the main actor.
  @MainActor
  init(onMainActor keyPath: WritableKeyPath<Whole, Part>) {
    nonisolated(unsafe) let keyPath = keyPath
    self.keyPath = unsafe unsafeBitCast(keyPath, to: (any WritableKeyPath<Whole, Part> & Sendable).self)
    isStored = unsafe MemoryLayout<Whole>.offset(of: keyPath) != nil
    belongsToMainActor = !isStored
    home = isStored ? nil : .current
  }

  /// To be called before each use; stops where the place belongs to the main actor and this is elsewhere.
  @inlinable @inline(__always)
  func expectAccess() { if belongsToMainActor { expectMainActor() } }

  @usableFromInline @inline(never)
  func expectMainActor() {
    if home == .current { return }
    stop(
      """
      a computed property of \(Whole.self) that belongs to the main actor is the place of a child module, and is used \
      elsewhere. Use the module on the main actor, or declare its model nonisolated.
      """)
  }
}
