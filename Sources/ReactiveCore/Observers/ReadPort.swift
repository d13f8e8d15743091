// Unsafe: the function that makes ports, which another module sets.
//
// Invariant: it is written once, before `areOn` is first true, and read only after that.

#if !canImport(Darwin)
internal import Synchronization
#endif

/// Tracks reads of a node outside of evaluations; ReactiveBindings uses it to notify Observation.
///
/// A node has at most one port. Each thread has a spare one to find out whether anything tracks; if so, it becomes the
/// port of the node that was read. An untracked node has none.
@usableFromInline
package protocol ReadPort: AnyObject {
  /// Registers a read with the thread's tracker and confirms by ``ReadPorts/noteRegistration()``. Does nothing without
  /// a tracker.
  func register()
  /// A read of `node`, the owner of this port, has been registered.
  func follow(_ node: ValueNode)
  /// The node has changed. Returns whether the port still follows it.
  func notify() -> Bool
  /// Whether a tracker has read the node since the last notification.
  var wasReadSinceChange: Bool { get }
}

/// The argument of a port's key path. Observation hashes it on the reading thread, when it adds the key path to a set.
package struct ReadProbe: Hashable, Sendable {
  package init() {}
  package static func == (one: ReadProbe, other: ReadProbe) -> Bool { true }
  package func hash(into hasher: inout Hasher) { ReadPorts.noteRegistration() }
}

struct ReadNoting {
  var spare: (any ReadPort)?
  var isRegistered = false
  var hiding = Hiding.never

  /// When reads are not noted.
  enum Hiding {
    case never
    /// In `untracked`, but not in the notifications there, which may track anew.
    case whileIdle, whileFlushing
    /// In a call of ``independently(_:)`` in an evaluation, and on a system without Observation.
    case always
  }
}

/// Fields that few nodes have: one word in the other side tables.
@safe
final class NotedReads {
  @safe @exclusivity(unchecked) var port: (any ReadPort)?
  /// Keeps the node while the port follows it.
  @safe @exclusivity(unchecked) weak var keeper: TrackedRows?
}

extension SideTable {
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

/// Whether and how reads outside of evaluations are noted. Off in release builds until a module turns it on.
@safe
@usableFromInline
package enum ReadPorts {
  package typealias Make = @Sendable () -> (any ReadPort)?

  @exclusivity(unchecked) nonisolated(unsafe) private static var make: Make?

  #if canImport(Darwin)
  // No atomics before macOS 15. Written before `main`, when there are no other threads.
  @exclusivity(unchecked) nonisolated(unsafe) private static var isOn = isOnAtFirst
  #else
  private static let isOn = Atomic(isOnAtFirst)
  #endif
  #if DEBUG && canImport(Observation)
  /// On without a port function, for a hint; see ``ReadHintPort``.
  private static let isOnAtFirst = true
  #else
  private static let isOnAtFirst = false
  #endif

  @inline(__always)
  package static var areOn: Bool {
    #if canImport(Darwin)
    unsafe isOn
    #else
    isOn.load(ordering: .acquiring)
    #endif
  }

  /// Notes reads from now on, through the ports of `make`, which is nil where there can be none.
  ///
  /// Call it once. It may run before `main`, so it only stores.
  package static func turnOn(_ make: @escaping Make) {
    unsafe self.make = make
    set(true)
  }

  /// For tests and benchmarks, once it was turned on.
  package static func set(_ isOn: Bool) {
    #if canImport(Darwin)
    unsafe self.isOn = isOn
    #else
    self.isOn.store(isOn, ordering: .releasing)
    #endif
  }

  /// Records that a read was registered on this thread.
  package static func noteRegistration() { unsafe Context.ready.raw.pointee.noting.isRegistered = true }

  /// Registers a read of the port's node. Returns whether something tracks.
  package static func registers(_ port: any ReadPort) -> Bool { Context.ready.registers(port) }

  /// Whether something tracks on this thread.
  package static var somethingTracks: Bool {
    let context = Context.ready
    guard let spare = unsafe context.raw.pointee.noting.spare.take() ?? makePort() else { return false }
    // Registered for no node, so discarded.
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
  /// The node was read outside of any evaluation. A tracker there is notified of the next change.
  @usableFromInline @inline(never)
  final func noteRead() {
    let context = Context.current
    if !context.hidesReads { registerRead(in: context) }
  }

  /// Registers a read with the thread's tracker, if there is one.
  @inline(__always)
  final func registerRead(in context: Context) {
    if let port = ownedReadPort { return registerRead(by: port, in: context) }
    // Taken out and put back without a retain: this path runs where nothing tracks, so it holds no rare code.
    guard let spare = unsafe context.raw.pointee.noting.spare.take() else { return registerFirstRead(in: context) }
    if context.registers(spare) { return adopt(spare) }
    // The field is empty: nothing to release.
    unsafe withUnsafeMutablePointer(to: &context.raw.pointee.noting.spare) { unsafe $0.initialize(to: spare) }
  }

  @inline(never)
  private final func registerRead(by port: any ReadPort, in context: Context) {
    if context.registers(port) { port.follow(self) }
  }

  @inline(never)
  private final func registerFirstRead(in context: Context) {
    guard let spare = ReadPorts.makePort() else {
      // Other reads will have none either.
      unsafe context.raw.pointee.noting.hiding = .always
      return
    }
    if context.registers(spare) { adopt(spare) } else { unsafe context.raw.pointee.noting.spare = spare }
  }

  /// The thread's spare port has registered a read of this node, and becomes its own.
  @inline(never)
  private final func adopt(_ port: any ReadPort) {
    makeSideTable().readPort = port
    port.follow(self)
  }

  /// At the end of a node with a port: its dependencies, if something tracks on this thread.
  ///
  /// A node that is made and read in a tracked function ends there, and its registration with it. Its dependencies are
  /// registered instead, as a derivation that read it inherits them.
  @inline(never)
  final var inheritedByTracker: [ReactiveNode]? {
    // The registration of this port ends with it.
    guard let port = ownedReadPort, Context.current.registers(port) else { return nil }
    return dependencies
  }

  private final var ownedReadPort: (any ReadPort)? { node.withSideTable { $0.readPort } ?? nil }
}

extension Context {
  @inline(__always)
  fileprivate var hidesReads: Bool {
    let hiding = unsafe raw.pointee.noting.hiding
    return hiding != .never && (hiding == .always || (hiding == .whileFlushing) == isFlushing)
  }

  /// Runs `body` outside of any evaluation, without noting its reads.
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
