// Unsafe: the runtime's word for the isolation that runs here.
//
// Swift has no question for "which isolation is this?" that a program may ask of any code; its runtime has:
// `swift_task_getCurrentExecutor`, in its interface since 5.5. The first word of the answer is the address of the actor, or of
// its executor, or 0. Invariant: a word is compared, or made into a reference while what lies there runs the caller. Where the
// runtime has no such function, the initial thread is the main actor and all else is nowhere.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// An isolation: which of all executors uses a part of the graph. Nodes are too many to hold a reference, so they hold
/// the place of the executor in a table of the process.
@frozen
@usableFromInline
package struct Home: Hashable, Sendable {
  @usableFromInline let place: UInt16
  @inlinable @inline(__always)
  init(place: UInt16) { self.place = place }

  /// Not in use yet: nothing points at the node.
  @inlinable static var unset: Home { Home(place: 0) }
  /// A task or thread of no actor. What it uses is released where it is used, since nothing that is `Sendable` can hold
  /// it without an isolation of its own.
  static var nowhere: Home { Home(place: 1) }
  @inlinable static var main: Home { Home(place: 2) }

  /// Its actor, or one that runs where that does; nil of none, and of one that has ended.
  package var actor: (any Actor)? { self == .main ? MainActor.shared : Homes.actor(of: self) }

  /// The isolation of the caller. Cost: 3 to 5 ns.
  package static var current: Home { Context.ready.home }

  /// Whether a node of this home must not be touched here, because its own isolation may be using it now.
  @inline(__always)
  package var isForeign: Bool { place > 1 && !Context.current.isAtHome(self) }
}

/// What a thread remembers of the last executor that it asked for.
@safe
struct HomeCache {
  var executor: UInt = 0
  var home = Home.unset
  /// Weak, since another executor may lie at the same address later.
  weak var object: AnyObject?
}

extension Context {
  /// The isolation of the caller.
  var home: Home {
    // Outside of tasks, the initial thread runs the main actor alone.
    if unsafe raw.pointee.isInitialThread, let task = unsafe raw.pointee.runtime.currentTask, unsafe task() == nil {
      return .main
    }
    guard let ask = unsafe raw.pointee.runtime.currentExecutor else {
      return unsafe raw.pointee.isInitialThread ? .main : .nowhere
    }
    let executor = ask()
    // The beginning of an immediate task may be of no actor, on the initial thread, too.
    if executor == 0 { return .nowhere }
    if unsafe executor == raw.pointee.runtime.mainExecutor { return .main }
    if unsafe raw.pointee.lastHome.executor == executor, unsafe raw.pointee.lastHome.object != nil {
      return unsafe raw.pointee.lastHome.home
    }
    return findHome(of: executor)
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

  /// Whether nodes of `home` can be touched here: it is this isolation, or its actor has been deallocated.
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

  /// Whether this is the thread that the process began with: its number is that of the process. (`gettid` is one more
  /// function that Swift does not import.)
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

/// The actors that use graphs, but for the main actor.
@safe
enum Homes {
  fileprivate struct Table {
    var actors: [Reference] = []
    var places: [ObjectIdentifier: Int] = [:]
    var free: [Int] = []
    /// At this number of actors the places of deallocated ones are looked for.
    var threshold = 64
  }
  fileprivate struct Reference {
    weak var object: AnyObject?
    var identifier: ObjectIdentifier
  }
  private static let table = Locked(Table())
  private static let first = Int(Home.main.place) + 1

  /// The place of an actor or executor that runs now.
  static func place(of object: AnyObject) -> Home {
    nonisolated(unsafe) let object = object
    // The actors that were looked at are released outside of the lock: each may be the last reference by then, and its
    // end may ask for homes.
    nonisolated(unsafe) var lookedAt: [AnyObject] = []
    let index = table.withLock { table in unsafe table.index(of: object, &lookedAt) }
    // In a process with so many actors that live, the last ones are treated as what belongs to none.
    return first + index <= Int(UInt16.max) ? Home(place: UInt16(first + index)) : .nowhere
  }

  /// The actor of `home`, or one that runs where it does, if that still exists.
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
    if free.isEmpty && actors.count >= threshold { forgetDead(&lookedAt) }
    if let index = free.popLast() {
      actors[index] = reference
      places[identifier] = index
      return index
    }
    if actors.count >= Int(UInt16.max) { return actors.count }
    actors.append(reference)
    places[identifier] = actors.count - 1
    return actors.count - 1
  }

  /// A place that is given out again stands for another actor then. Nothing uses what is left of the deallocated one.
  private mutating func forgetDead(_ lookedAt: inout [AnyObject]) {
    for (index, reference) in actors.enumerated() {
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

/// An actor that runs on an executor of the user's.
private actor ExecutorActor {
  private nonisolated let executor: any SerialExecutor
  init(_ executor: any SerialExecutor) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}

extension ReactiveNode {
  /// Something is about to point at the node: from now on it is used here.
  @usableFromInline @inline(__always)
  package final func settleIn() { if home == .unset { findHome() } }

  @inline(never)
  private final func findHome() { home = Context.current.home }
}

extension ReactiveNode {
  /// The isolation that uses the node, as far as something points at it.
  package final var isolation: Home { home }
}

extension NodeRef {
  @inline(__always)
  func settleIn() { unsafe object._withUnsafeGuaranteedRef { $0.settleIn() } }
}
