// Unsafe: records addresses to find a derived behavior that ends with the statement that observes it.
//
// Invariant: recorded addresses are only compared.
//
// The pattern is three consecutive steps on one thread: a token of the behavior is created, it is discarded while one
// other reference is left, and the behavior ends. Ordinary teardown can look the same: a local moved into a property,
// or an object that owns both and ends at once. So one function must also have requested the token, released it and
// released the behavior, a few instructions apart. Without `backtrace` there is no hint.

#if DEBUG
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

struct HintState {
  /// Calls that create, read, write, trigger, observe, batch or cancel.
  var operations = 0
  /// The stack when a token was last created.
  var handedOut: NearestCalls?
  /// The addresses of the sources of the discarded token; when, where and how they were observed.
  var thrownAway: [UInt] = []
  var thrownAwayAt = -1
  var calls: [UInt] = []
  var isOfValues = false
  /// The first run of the innermost evaluation tracks Observation, or contains untracked reads.
  var followsObjects = false
  /// While a test collects hints.
  var collected: [Hint]?
}

extension Context {
  @usableFromInline
  package static func noteOperation() { unsafe ready.raw.pointee.hints.operations &+= 1 }

  var operations: Int { unsafe raw.pointee.hints.operations }

  /// For the `deinit` of a token that was created after `birth` operations and retains each of `sources` once.
  @inline(never)
  func noteThrownAway(_ sources: [ObjectIdentifier], since birth: Int) {
    guard operations == birth else { return }
    let temporary = sources.filter { source in
      guard let address = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: source)) else { return false }
      // The references of the token, and that of the statement that created the source.
      let count = unsafe Unmanaged<AnyObject>.fromOpaque(address)._withUnsafeGuaranteedRef { _getRetainCount($0) }
      return count == sources.count { $0 == source } + 1
    }
    if temporary.isEmpty { return }
    let calls = CallStack.current().dropFirst(CallStack.tokenDepth)
    guard let before = unsafe raw.pointee.hints.handedOut, CallStack.isSameStatement(before, calls) else { return }
    note(temporary, calls, isOfValues: false)
  }

  /// Returns the operation count, for the token's end.
  @inline(never)
  func noteHandedOut() -> Int {
    if unsafe raw.pointee.hints.handedOut == nil { unsafe raw.pointee.hints.handedOut = NearestCalls() }
    unsafe raw.pointee.hints.handedOut?.note()
    return operations
  }

  /// `values` does not retain `source`. For the public property.
  @inline(never)
  func noteValuesTaken(of source: ReactiveNode) {
    note([ObjectIdentifier(source)], CallStack.current().dropFirst(2), isOfValues: true)
  }

  private func note(_ sources: [ObjectIdentifier], _ calls: ArraySlice<UInt>, isOfValues: Bool) {
    unsafe raw.pointee.hints.thrownAway = sources.map { UInt(bitPattern: $0) }
    unsafe raw.pointee.hints.thrownAwayAt = operations
    unsafe raw.pointee.hints.calls = Array(calls)
    unsafe raw.pointee.hints.isOfValues = isOfValues
  }

  /// For the node's `deinit`.
  @inline(never)
  func hintAtEnd(of node: ReactiveNode) -> Hint? {
    guard let released = endOfStatement(of: node, type(of: node), below: ReactiveNode.self),
      node.isObservedAtEnd
    else { return nil }
    let what = node.hintName
    let place = node.isNamedByLibrary || node.whole != nil ? released : 0
    if unsafe raw.pointee.hints.isOfValues {
      let text = """
        the \(what) ended with the statement that reads its values: outside of any actor they do not keep \
        it, and the loop ends after the first value. Keep the behavior for as long as the loop runs, as by \
        `let source = …`, `for await value in source.values { … }` and `withExtendedLifetime(source) {}`; or read \
        `values` on an actor, where they keep it.
        """
      return Hint(text: text, place: place)
    }
    return Hint(observedEndOf: what, "behavior", place: place)
  }

  /// For the `deinit` of a stream.
  @inline(never)
  func hintAtEnd<Payload>(of stream: EventStream<Payload>) -> Hint? {
    guard let released = endOfStatement(of: stream, type(of: stream), below: EventStream<Payload>.self),
      !stream.observers.isEmpty
    else { return nil }
    let what = "EventStream<\(Payload.self)> \(Hint.origin(stream.label, []))"
    return Hint(observedEndOf: what, "stream", place: Hint.isByLibrary(stream.label) ? released : 0)
  }

  /// For the `deinit` of a collection. `array`: its rows, which the token keeps.
  @inline(never)
  func hintAtEnd<ID, Row>(of rows: Keyed<ID, Row>, array: ReactiveNode) -> Hint? {
    guard let released = endOfStatement(of: array, type(of: rows), below: Keyed<ID, Row>.self),
      array.isObservedAtEnd
    else { return nil }
    let isMade = !rows.sharesNode && !rows.node.isNamedByLibrary
    let source = rows.node.name ?? "the collection made at \(rows.node.label)"
    let origin = rows.sharesNode ? "that an operator made of \(source)" : Hint.origin(rows.node.label, [])
    let what = "Keyed<\(ID.self), \(Row.self)> \(origin)"
    return Hint(observedEndOf: what, "collection", place: isMade ? 0 : released)
  }

  /// The place in code at which a statement released an object, whose `deinit` calls the caller, after it threw away a
  /// token that kept `kept`; nil at any other end. `type` is the object's, and `root` the class of the `deinit`.
  @inline(never)
  private func endOfStatement(of kept: AnyObject, _ type: AnyClass, below root: AnyClass) -> UInt? {
    guard unsafe raw.pointee.hints.thrownAwayAt == raw.pointee.hints.operations,
      unsafe raw.pointee.hints.thrownAway.contains(UInt(bitPattern: ObjectIdentifier(kept)))
    else { return nil }
    let before = unsafe raw.pointee.hints.calls
    // The caller is in between.
    let now = CallStack.current().dropFirst(CallStack.depth(of: type, below: root) + 1)
    guard let thrownAway = before.first, let released = now.first, before.dropFirst().elementsEqual(now.dropFirst()),
      released > thrownAway, released - thrownAway <= CallStack.reach
    else { return nil }
    return released
  }
}

/// A hint, given once per place. `place` is a code address if the text names no line.
struct Hint: Hashable {
  let text: String
  let place: UInt
}

extension Hint {
  /// `what`, a `kind`, ended with the statement that observes it.
  fileprivate init(observedEndOf what: String, _ kind: String, place: UInt) {
    text = """
      the \(what) ended with the statement that observes it, since nothing keeps it: its observer is not called again. \
      Keep the subscription, which keeps the \(kind), as by `.sink { … }.store(in: bag)`; or keep the \(kind) itself.
      """
    self.place = place
  }

  fileprivate static func origin(_ label: String, _ sources: [String]) -> String {
    if !isByLibrary(label) { return "made at \(label)" }
    return "that an operator made\(sources.isEmpty ? "" : " of \(sources.joined(separator: " and "))")"
  }

  /// The public type of a behavior.
  fileprivate static func behavior<Part: BehaviorProtocol>(_: Part.Type) -> String { "Behavior<\(Part.Value.self)>" }

  /// Created by an operator, which has no source line.
  fileprivate static func isByLibrary(_ label: String) -> Bool {
    ["Core", "Derived", "Tracking", "Elm", "Bindings"].contains { label.hasPrefix("Reactive\($0)/") }
  }
}

/// A behavior computed from a collection, which alone knows its line.
protocol PartOfCollection {}
extension Computed: PartOfCollection {}

extension ReactiveNode {
  /// The type of this node and where it was made, after "the".
  final var hintName: String {
    if let whole {
      let type = (type(of: self) as? any BehaviorProtocol.Type).map { Hint.behavior($0) } ?? "\(type(of: self))"
      return "\(type) \(name ?? "of the \(whole) made at \(label)")"
    }
    let sources = dependencies.map { $0.isNamedByLibrary ? "the result of another" : $0.label }
    return "\(type(of: self)) \(Hint.origin(label, sources))"
  }

  /// What this node is a part of, if it is labelled as one: it has the line of the whole, and none of its own.
  fileprivate final var whole: String? {
    if isNamedByLibrary { return nil }
    if Hint.isByLibrary(location.text) { return "behavior" }
    if self is any PartOfCollection { return "collection" }
    // Of the sources that the library writes, only rows and those that run while observed have no class of their own.
    let isStoredRow = flags.intersection([.following, .computed, .counted]) == .following
    return isStoredRow && "\(type(of: self))".hasPrefix("OpenBehavior<") ? "collection" : nil
  }

  fileprivate final var isNamedByLibrary: Bool { Hint.isByLibrary(label) }

  fileprivate final var isObservedAtEnd: Bool {
    guard let chain = node.withSideTable({ $0.observers }) ?? nil else { return false }
    return chain.liveCount > 0
  }
}

/// The return addresses on the stack.
enum CallStack {
  /// Maximal distance in code from the end of a token to the next release in the same statement.
  static let reach: UInt = 64

  /// Maximal distance from the call that returned a token to its release in the same statement: the release, and loads
  /// for the next call. Storing the token takes more.
  private static let gap: UInt = 24

  /// The same if a function in between may return the behavior with the token: the release alone.
  #if arch(arm64)
  private static let nextCall: UInt = 4
  #else
  private static let nextCall: UInt = 9
  #endif

  /// From the caller outwards; empty without `backtrace`.
  @inline(never)
  static func current() -> [UInt] {
    guard let find = unsafe backtrace else { return [] }
    let calls = UnsafeMutablePointer<UInt>.allocate(capacity: limit)
    defer { unsafe calls.deallocate() }
    let count = unsafe Int(find(calls, Int32(limit)))
    // A truncated stack cannot be compared. The first address is this function's.
    return count < 1 || count == limit ? [] : unsafe Array(UnsafeBufferPointer(start: calls + 1, count: count - 1))
  }
  private static let limit = 512

  /// Whether the innermost of `calls`, which released a token, belongs to the statement that requested it at `before`.
  static func isSameStatement(_ before: NearestCalls, _ calls: ArraySlice<UInt>) -> Bool {
    guard let released = calls.first, let outer = calls.dropFirst().first else { return false }
    return (NearestCalls.asking..<max(before.count - 1, NearestCalls.asking)).contains { index in
      before[index + 1] == outer && before[index] <= released
        && released - before[index] <= (index == NearestCalls.asking ? gap : nextCall)
    }
  }

  fileprivate typealias Backtrace = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  fileprivate static let backtrace = unsafe unsafeBitCast(RuntimeFunctions.find("backtrace"), to: Backtrace?.self)

  /// The calls between the release of a token and the function that reads the stack in its `deinit`.
  static let tokenDepth = measure { context in KeepingEntryProbe(context) }
  /// The same for an object whose class has one superclass.
  private static let subclassDepth = measure { context in SubclassProbe(context) }

  /// The same for objects of `type`, where `root` reads the stack: each class below it adds the call of its `deinit`.
  static func depth(of type: AnyClass, below root: AnyClass) -> Int {
    var depth = subclassDepth - 1
    var present: AnyClass? = type
    while let next = present, next != root {
      depth += 1
      present = _getSuperclass(next)
    }
    return depth
  }

  fileprivate final class Measurement { var calls: [UInt] = [] }

  @inline(never)
  private static func measure(_ make: (Measurement) -> AnyObject) -> Int {
    let result = Measurement()
    let here = current().count
    _ = make(result)
    return result.calls.count - here
  }

  /// Ends as a token does.
  private final class KeepingEntryProbe: ObserverEntry {
    let result: Measurement
    init(_ result: Measurement) { self.result = result }
    deinit { note(result) }
  }

  /// Ends as a node does.
  private class ProbeBase {
    let result: Measurement
    init(_ result: Measurement) { self.result = result }
    deinit { note(result) }
  }
  private final class SubclassProbe: ProbeBase {}

  @inline(never)
  private static func note(_ result: Measurement) { result.calls = current() }
}

/// The innermost return addresses when a token was created, in reused memory. The whole stack would cost several times
/// as much as the subscription.
@safe
final class NearestCalls {
  /// The index of the function that requested the token, after ``note()``, ``Context/noteHandedOut()``, two functions
  /// of the token, and the public function.
  static let asking = 5
  /// That function, others before the statement, such as `assign(to:on:)`, and the statement's caller.
  private static let limit = asking + 6

  private let calls = UnsafeMutablePointer<UInt>.allocate(capacity: limit)
  private(set) var count = 0

  func note() {
    if let find = unsafe CallStack.backtrace { count = unsafe Int(find(calls, Int32(NearestCalls.limit))) }
  }

  subscript(index: Int) -> UInt { unsafe calls[index] }

  deinit { unsafe calls.deallocate() }
}

extension Diagnostics {
  /// The hints that `body` causes on this thread, each once. The handler does not receive them.
  package static func collect(_ body: () -> Void) -> [String] {
    let context = Context.ready
    let outer = unsafe context.raw.pointee.hints.collected
    unsafe context.raw.pointee.hints.collected = []
    body()
    defer { unsafe context.raw.pointee.hints.collected = outer }
    return unsafe (context.raw.pointee.hints.collected ?? []).map(\.text)
  }

  static func isCollected(_ hint: Hint) -> Bool {
    let context = Context.current
    guard let collected = unsafe context.raw.pointee.hints.collected else { return false }
    if !collected.contains(hint) { unsafe context.raw.pointee.hints.collected?.append(hint) }
    return true
  }
}

func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { bytes in unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
}
#endif
