// Unsafe: the function that makes ports, which another module leaves here.
//
// Invariant: the function is written once, before `areOn` is true for the first time, and read only after that.

#if !canImport(Darwin)
internal import Synchronization
#endif

/// What follows a node for code that is no evaluation: ReactiveBindings notifies Observation by it.
///
/// A node has at most one. Each thread keeps a spare one, to ask whether anything tracks: a port that was registered by that
/// becomes the port of the node that was read. So a node that nothing tracks has none.
@usableFromInline
package protocol ReadPort: AnyObject {
  /// Registers a read with what tracks reads on this thread, and says so by ``ReadPorts/noteRegistration()``. Otherwise does
  /// nothing.
  func register()
  /// `node`, whose port this is, was read, and that is registered.
  func follow(_ node: ValueNode)
  /// The value of the node has changed. Returns whether it still follows the node.
  func notify() -> Bool
  /// Whether the node was read, where something tracks, since it was notified last.
  var wasReadSinceChange: Bool { get }
}

/// The argument of the key path by which a port registers. Where something tracks, Observation adds the key path to a set, on
/// the thread that reads, and so hashes this.
package struct ReadProbe: Hashable, Sendable {
  package init() {}
  package static func == (one: ReadProbe, other: ReadProbe) -> Bool { true }
  package func hash(into hasher: inout Hasher) { ReadPorts.noteRegistration() }
}

/// How a thread notes reads.
struct ReadNoting {
  /// Belongs to no node yet.
  var spare: (any ReadPort)?
  /// A read was registered.
  var isRegistered = false
  var hiding = Hiding.never

  /// When reads are not noted.
  enum Hiding {
    case never
    /// In `untracked`, but not in what is notified there: that may track anew.
    case whileIdle, whileFlushing
    /// In a call of ``independently(_:)`` in an evaluation, and on a system without Observation.
    case always
  }
}

/// What few nodes have, so that the side table of every other has one word for it.
@safe
final class NotedReads {
  @safe @exclusivity(unchecked) var port: (any ReadPort)?
  /// What keeps the node while the port follows it.
  @safe @exclusivity(unchecked) weak var keeper: TrackedRows?
}

extension SideTable {
  /// What follows the node for code that is no evaluation.
  package final var readPort: (any ReadPort)? {
    get { notedReads?.port }
    set { makeNotedReads().port = newValue }
  }

  final func makeNotedReads() -> NotedReads {
    if let notedReads { return notedReads }
    let new = NotedReads()
    notedReads = new
    return new
  }
}

/// Whether reads are noted that no evaluation records, and by what. In release builds nothing does before a module turns it
/// on.
@safe
@usableFromInline
package enum ReadPorts {
  package typealias Make = @Sendable () -> (any ReadPort)?

  @exclusivity(unchecked) nonisolated(unsafe) private static var make: Make?

  #if canImport(Darwin)
  // No atomic words before macOS 15. It is written before `main`, when there are no other threads.
  @exclusivity(unchecked) nonisolated(unsafe) private static var isOn = isOnAtFirst
  #else
  private static let isOn = Atomic(isOnAtFirst)
  #endif
  #if DEBUG && canImport(Observation)
  /// On without a function that makes ports, to give a hint; see ``ReadHintPort``.
  private static let isOnAtFirst = true
  #else
  private static let isOnAtFirst = false
  #endif

  /// Whether reads outside of evaluations are noted.
  @inline(__always)
  package static var areOn: Bool {
    #if canImport(Darwin)
    unsafe isOn
    #else
    isOn.load(ordering: .acquiring)
    #endif
  }

  /// Notes reads from now on, by ports that `make` makes; nil where there can be none.
  ///
  /// Call it once. May be called before `main`, so it does nothing but store.
  package static func turnOn(_ make: @escaping Make) {
    unsafe self.make = make
    set(true)
  }

  /// Switches it, once it was turned on: for tests and benchmarks.
  package static func set(_ isOn: Bool) {
    #if canImport(Darwin)
    unsafe self.isOn = isOn
    #else
    self.isOn.store(isOn, ordering: .releasing)
    #endif
  }

  /// A read was registered on this thread: something tracks.
  package static func noteRegistration() { unsafe Context.ready.raw.pointee.noting.isRegistered = true }

  /// Registers a read of the node of `port`. Returns whether something tracks.
  package static func registers(_ port: any ReadPort) -> Bool { Context.ready.registers(port) }

  /// Whether something tracks on this thread now.
  package static var somethingTracks: Bool {
    let context = Context.ready
    guard let spare = unsafe context.raw.pointee.noting.spare.take() ?? makePort() else { return false }
    // Registered for nothing, so it becomes no node's.
    if context.registers(spare) { return true }
    unsafe context.raw.pointee.noting.spare = spare
    return false
  }

  fileprivate static func makePort() -> (any ReadPort)? {
    if let port = unsafe make?() { return port }
    #if DEBUG && canImport(Observation)
    if unsafe make == nil, #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { return ReadHintPort() }
    #endif
    return nil
  }
}

extension ValueNode {
  /// The node was read outside of any evaluation. What tracks reads there is notified of the next change.
  @usableFromInline @inline(never)
  final func noteRead() {
    let context = Context.current
    if context.hidesReads { return }
    if let port = ownedReadPort {
      if context.registers(port) { port.follow(self) }
      return
    }
    // Taken out and put back, so that it is not retained: this is the read where nothing tracks.
    guard let spare = unsafe context.raw.pointee.noting.spare.take() ?? ReadPorts.makePort() else {
      // Nor will there be one for another read.
      unsafe context.raw.pointee.noting.hiding = .always
      return
    }
    if context.registers(spare) {
      makeSideTable().readPort = spare
      spare.follow(self)
    } else {
      // There is none now, and none to release.
      unsafe withUnsafeMutablePointer(to: &context.raw.pointee.noting.spare) { unsafe $0.initialize(to: spare) }
    }
  }

  private final var ownedReadPort: (any ReadPort)? { node.withSideTable { $0.readPort } ?? nil }
}

extension Context {
  /// Whether reads are not noted now.
  @inline(__always)
  fileprivate var hidesReads: Bool {
    let hiding = unsafe raw.pointee.noting.hiding
    return hiding != .never && (hiding == .always || (hiding == .whileFlushing) == isFlushing)
  }

  /// Runs `body`, outside of any evaluation, without noting what it reads.
  @inline(never)
  func withoutNotes<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let before = unsafe raw.pointee.noting.hiding
    if before != .always { unsafe raw.pointee.noting.hiding = isFlushing ? .whileFlushing : .whileIdle }
    defer { unsafe raw.pointee.noting.hiding = before }
    return try body()
  }

  fileprivate func registers(_ port: any ReadPort) -> Bool {
    unsafe raw.pointee.noting.isRegistered = false
    port.register()
    return unsafe raw.pointee.noting.isRegistered
  }
}
