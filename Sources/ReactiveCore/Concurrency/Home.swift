// Unsafe: the runtime's word for the current isolation.
//
// Swift has no public query for it. The runtime has had one since 5.5: `swift_task_getCurrentExecutor`. The first word
// of its result is the address of the actor or its executor, or 0. Invariant: a word is only compared, or made into a
// reference while the object at that address runs the caller. Without this function, the initial thread is the main
// actor and all other code is nowhere.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// An isolation: the executor that uses a part of the graph. Nodes are too many for references, so they hold the
/// executor's place in a process-wide table, in 16 bits.
@frozen
@usableFromInline
package struct Home: Hashable, Sendable {
  @usableFromInline let place: UInt32
  @inlinable @inline(__always)
  init(place: UInt32) { self.place = place }

  /// Not in use yet: nothing points at the node.
  @inlinable static var unset: Home { Home(place: 0) }
  /// A task or thread without an actor. Its nodes are released where they are used: a `Sendable` holder would need its
  /// own isolation.
  static var nowhere: Home { Home(place: 1) }
  @inlinable static var main: Home { Home(place: 2) }

  /// Its actor, or one on the same executor; nil if there is none or it has ended.
  package var actor: (any Actor)? { self == .main ? MainActor.shared : Homes.actor(of: self) }

  /// The caller's isolation. Cost: 3 to 5 ns.
  package static var current: Home { Context.ready.home }

  /// Whether a node of this home must not be touched here, since its isolation may be using it.
  @inline(__always)
  package var isForeign: Bool { place > 1 && !Context.current.isAtHome(self) }
}

@safe
struct HomeCache {
  var executor: UInt = 0
  var home = Home.unset
  /// Weak, since another executor may later have the same address.
  weak var object: AnyObject?
}

extension Context {
  var home: Home {
    // Outside of tasks, the initial thread runs only the main actor.
    if unsafe raw.pointee.isInitialThread, let task = unsafe raw.pointee.runtime.currentTask, unsafe task() == nil {
      return .main
    }
    guard let ask = unsafe raw.pointee.runtime.currentExecutor else {
      return unsafe raw.pointee.isInitialThread ? .main : .nowhere
    }
    let executor = ask()
    // The beginning of an immediate task may have no actor, on the initial thread too.
    if executor == 0 { return isOnMainQueue ? .main : .nowhere }
    if unsafe executor == raw.pointee.runtime.mainExecutor { return .main }
    if unsafe raw.pointee.lastHome.executor == executor, unsafe raw.pointee.lastHome.object != nil {
      return unsafe raw.pointee.lastHome.home
    }
    return findHome(of: executor)
  }

  /// Whether the caller runs on the actor or executor at the address.
  func isOnExecutor(at address: UnsafeRawPointer) -> Bool {
    unsafe raw.pointee.runtime.currentExecutor.map { $0() == UInt(bitPattern: address) } ?? false
  }

  /// Whether a block of the main queue runs outside of tasks. On Linux, an asynchronous `main` leaves the process's first
  /// thread, and that queue runs on others.
  private var isOnMainQueue: Bool {
    let runtime = unsafe raw.pointee.runtime
    guard let main = unsafe runtime.mainQueueLabel, unsafe runtime.currentTask?() == nil else { return false }
    return unsafe runtime.queueLabel?(nil) == main
  }

  @inline(never)
  private func findHome(of executor: UInt) -> Home {
    let object = unsafe Unmanaged<AnyObject>.fromOpaque(
      UnsafeRawPointer(bitPattern: executor).unsafelyUnwrapped
    ).takeUnretainedValue()
    let home = Homes.place(of: object)
    unsafe raw.pointee.lastHome = HomeCache(executor: executor, home: home, object: object)
    return home
  }

  @inline(__always)
  func isAtHome(_ home: Home) -> Bool {
    if unsafe home == .main && raw.pointee.isInitialThread { return true }
    return isReallyAtHome(home)
  }

  @inline(never)
  private func isReallyAtHome(_ home: Home) -> Bool {
    // A deallocated actor runs nothing, so nothing uses its nodes.
    home == self.home || home != .main && Homes.actor(of: home) == nil
  }

  /// Whether this is the process's first thread, which has the process's number. (Swift does not import `gettid`
  /// either.)
  static func findInitialThread() -> Bool {
    #if canImport(Darwin)
    return pthread_main_np() != 0
    #else
    typealias GetThread = @convention(c) () -> pid_t
    guard let symbol = unsafe RuntimeFunctions.find("gettid") else { return false }
    return unsafe unsafeBitCast(symbol, to: GetThread.self)() == getpid()
    #endif
  }
}

/// The actors that use graphs, except the main actor.
@safe
enum Homes {
  fileprivate struct Table {
    var actors: [Reference] = []
    var places: [ObjectIdentifier: Int] = [:]
    var free: [Int] = []
    /// At this number of actors, places of deallocated ones are reclaimed.
    var threshold = 64
  }
  fileprivate struct Reference {
    weak var object: AnyObject?
    var identifier: ObjectIdentifier
  }
  private static let table = Locked(Table())
  fileprivate static let first = Int(Home.main.place) + 1

  /// The place of a running actor or executor.
  static func place(of object: AnyObject) -> Home {
    nonisolated(unsafe) let object = object
    // Released outside of the lock: each may be the last reference by then, and its `deinit` may look up homes.
    nonisolated(unsafe) var lookedAt: [AnyObject] = []
    let index = table.withLock { table in unsafe table.index(of: object, &lookedAt) }
    return Home(place: UInt32(first + index))
  }

  /// See `Home.actor`.
  static func actor(of home: Home) -> (any Actor)? {
    let index = Int(home.place) - first
    if index < 0 { return nil }
    nonisolated(unsafe) var object: AnyObject?
    table.withLock { table in unsafe object = table.actors[index].object }
    if let actor = unsafe object as? any Actor { return actor }
    if let executor = unsafe object as? any SerialExecutor { return ExecutorActor(executor) }
    return nil
  }
}

extension Homes.Table {
  mutating func index(of object: AnyObject, _ lookedAt: inout [AnyObject]) -> Int {
    let identifier = ObjectIdentifier(object)
    let reference = Homes.Reference(object: object, identifier: identifier)
    if let known = places[identifier] {
      actors[known] = reference
      return known
    }
    // Nodes cannot hold the places that follow.
    let excess = Homes.first + actors.count - Int(UInt16.max) - 1
    if free.isEmpty && (actors.count >= threshold || excess >= 0 && excess.isMultiple(of: 16)) {
      forgetDead(&lookedAt)
    }
    if let index = free.popLast() {
      actors[index] = reference
      places[identifier] = index
      return index
    }
    actors.append(reference)
    places[identifier] = actors.count - 1
    return actors.count - 1
  }

  /// A reused place stands for another actor. Nothing uses the deallocated one's nodes.
  private mutating func forgetDead(_ lookedAt: inout [AnyObject]) {
    // The first places are used first.
    for (index, reference) in actors.enumerated().reversed() {
      if let object = reference.object {
        lookedAt.append(object)
      } else if places[reference.identifier] == index {
        places[reference.identifier] = nil
        free.append(index)
      }
    }
    threshold = max(64, 2 * (actors.count - free.count))
  }
}

/// Stands for the actors of an executor, which alone is known.
actor ExecutorActor {
  private nonisolated let executor: any SerialExecutor
  init(_ executor: any SerialExecutor) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}

extension ReactiveNode {
  /// The isolation that uses the node.
  @usableFromInline final var home: Home {
    @inlinable @inline(__always) get { Home(place: UInt32(homePlace)) }
    set {
      guard let place = UInt16(exactly: newValue.place) else { stopAtLimit() }
      homePlace = place
    }
  }

  private final func stopAtLimit() -> Never {
    stop(
      """
      \(label) belongs to an actor that first used this library when \(Int(UInt16.max) - Homes.first + 1) others did, and \
      there is no room for more. Let several of its objects share an actor, or several actors an executor.
      """)
  }

  /// Call before anything points at the node, which is used here from now on.
  @usableFromInline @inline(__always)
  package final func settleIn() { if home == .unset { findHome() } }

  @inline(never)
  private final func findHome() { home = Context.current.home }
}

extension ReactiveNode {
  /// The isolation that uses the node, if anything points at it.
  package final var isolation: Home { home }
}

extension NodeRef {
  @inline(__always)
  func settleIn() { unsafe object._withUnsafeGuaranteedRef { $0.settleIn() } }
}
