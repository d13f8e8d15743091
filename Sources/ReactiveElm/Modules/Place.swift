// Unsafe: a key path that may belong to the main actor, stored in a `Sendable` value.
//
// Invariant: unless it was given as `Sendable`, it is used off the main actor only for a stored property, whose access
// runs no code. Each use first calls `expectAccess()`.

internal import ReactiveCore

/// The location of a part in a value.
@safe
@usableFromInline
struct Place<Whole, Part>: Sendable {
  @usableFromInline let keyPath: any WritableKeyPath<Whole, Part> & Sendable
  /// Access runs no code.
  @usableFromInline let isStored: Bool
  @usableFromInline let belongsToMainActor: Bool
  /// Where it was made, if it belongs to the main actor.
  private let home: Home?

  /// A place for use anywhere.
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

  /// Call before each use. Stops off the main actor if the place belongs to it.
  @inlinable @inline(__always)
  func expectAccess() { if belongsToMainActor { expectMainActor() } }

  @usableFromInline @inline(never)
  func expectMainActor() {
    if home == .current { return }
    stop(
      """
      a computed property of \(Whole.self) that belongs to the main actor is the place of a child module, and was \
      used elsewhere. Use the module on the main actor, or declare its model nonisolated.
      """)
  }
}
