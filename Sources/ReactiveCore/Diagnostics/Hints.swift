// Unsafe: what debug builds note to find a derived behavior that ends with the statement that observed it.
//
// Three things happen in a row on one thread, and the library does nothing else in between: a token of the behavior is
// made, it is thrown away while one other reference is left, and the behavior ends. That alone could be ordinary
// teardown: a local that is put into a property, and ends with its object; or an object that keeps both and ends as soon
// as it is made. So the calls on the stack are compared: one function must have asked for the token, released it and
// released the behavior, with a few instructions in between, as one statement does. Where the system cannot list the
// calls, there is no hint. Addresses are only compared.

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

/// What a thread knows of its last operation.
struct HintState {
  /// How often the library was asked to do something: to make, read, write, trigger, observe, batch or cancel.
  var operations = 0
  /// The calls when a token was handed out last.
  var handedOut: NearestCalls?
  /// The addresses of the sources whose token was thrown away; when, where, and how they were observed.
  var thrownAway: [UInt] = []
  var thrownAwayAt = -1
  var calls: [UInt] = []
  var isOfValues = false
  /// The first run of the evaluation on top follows objects of Observation, or reads what is not to be followed.
  var followsObjects = false
  /// The hints that are given on this thread, while a test looks at them.
  var collected: [Hint]?
}

extension Context {
  /// Counts an operation of the library.
  @usableFromInline
  package static func noteOperation() { unsafe ready.raw.pointee.hints.operations &+= 1 }

  var operations: Int { unsafe raw.pointee.hints.operations }

  /// A token ends, which was handed out after so many operations, and keeps each of `sources` once. Call it in the `deinit` of
  /// the token.
  @inline(never)
  func noteThrownAway(_ sources: [ObjectIdentifier], since birth: Int) {
    guard operations == birth else { return }
    let temporary = sources.filter { source in
      guard let address = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: source)) else { return false }
      // The token's references, and that of the statement that made the source.
      let count = unsafe Unmanaged<AnyObject>.fromOpaque(address)._withUnsafeGuaranteedRef { _getRetainCount($0) }
      return count == sources.count { $0 == source } + 1
    }
    if temporary.isEmpty { return }
    let calls = CallStack.current().dropFirst(CallStack.tokenDepth)
    guard let before = unsafe raw.pointee.hints.handedOut, CallStack.isSameStatement(before, calls) else { return }
    note(temporary, calls, isOfValues: false)
  }

  /// A token is handed out now: the number of operations that there have been, for its end.
  @inline(never)
  func noteHandedOut() -> Int {
    if unsafe raw.pointee.hints.handedOut == nil { unsafe raw.pointee.hints.handedOut = NearestCalls() }
    unsafe raw.pointee.hints.handedOut?.note()
    return operations
  }

  /// The values of `source` were taken, which do not keep it. Call it in the property that the user reads.
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

  /// What is to be said about the end of `node`, if anything. Call it in the `deinit` of the node.
  @inline(never)
  func hintAtEnd(of node: ReactiveNode) -> Hint? {
    guard unsafe raw.pointee.hints.thrownAwayAt == raw.pointee.hints.operations,
      unsafe raw.pointee.hints.thrownAway.contains(UInt(bitPattern: ObjectIdentifier(node)))
    else { return nil }
    let before = unsafe raw.pointee.hints.calls
    let now = CallStack.current().dropFirst(CallStack.nodeDepth(of: type(of: node)))
    guard let thrownAway = before.first, let released = now.first, before.dropFirst().elementsEqual(now.dropFirst()),
      released > thrownAway, released - thrownAway <= CallStack.reach
    else { return nil }
    guard let chain = node.node.withSideTable({ $0.observers }) ?? nil, chain.liveCount > 0 else { return nil }
    var (what, place) = ("made at \(node.label)", UInt(0))
    if node.isNamedByLibrary {
      let sources = node.dependencies.map { $0.isNamedByLibrary ? "the result of another" : $0.label }.joined(
        separator: " and ")
      (what, place) = ("that an operator made\(sources.isEmpty ? "" : " of \(sources)")", released)
    }
    let text =
      if unsafe raw.pointee.hints.isOfValues {
        """
        the \(type(of: node)) \(what) ended with the statement that reads its values: outside of any actor they do not keep \
        it, and the loop ends after the first value. Keep the behavior for as long as the loop runs, as by \
        `let source = …`, `for await value in source.values { … }` and `withExtendedLifetime(source) {}`; or read \
        `values` on an actor, where they keep it.
        """
      } else {
        """
        the \(type(of: node)) \(what) ended with the statement that observes it, since nothing keeps it: its observer is \
        not called again. Keep the subscription, which keeps the behavior, as by `.sink { … }.store(in: bag)`; or keep the \
        behavior itself.
        """
      }
    return Hint(text: text, place: place)
  }
}

/// The text of a hint, and the line of code if the text does not name it; a hint is given once for each place.
struct Hint: Hashable {
  let text: String
  let place: UInt
}

extension ReactiveNode {
  /// Made without a line of the user's, and without a name: by an operator, which cannot know its line.
  fileprivate final var isNamedByLibrary: Bool {
    let label = label
    return ["Core", "Derived", "Tracking", "Elm", "Bindings"].contains { label.hasPrefix("Reactive\($0)/") }
  }
}

/// The calls on the stack, as the addresses to which they return.
enum CallStack {
  /// How much code there may be between the end of a token and that of what is released next in the same statement.
  static let reach: UInt = 64

  /// How much code there may be between the call that returned a token, and the end of the token in the same statement:
  /// its release, and what the compiler fetches for the next call meanwhile. To store the token takes more.
  private static let gap: UInt = 24

  /// The same where another function lies between the library and the statement, which may return the behavior with the
  /// token: only the release itself.
  #if arch(arm64)
  private static let nextCall: UInt = 4
  #else
  private static let nextCall: UInt = 9
  #endif

  /// From the caller outwards; empty where the system cannot list the calls.
  @inline(never)
  static func current() -> [UInt] {
    guard let find = unsafe backtrace else { return [] }
    let calls = UnsafeMutablePointer<UInt>.allocate(capacity: limit)
    defer { unsafe calls.deallocate() }
    let count = unsafe Int(find(calls, Int32(limit)))
    // A stack that is cut off cannot be compared. The first address is that of this function.
    return count < 1 || count == limit ? [] : unsafe Array(UnsafeBufferPointer(start: calls + 1, count: count - 1))
  }
  private static let limit = 512

  /// Whether the innermost of `calls`, which released a token, is of the statement for which `before` handed it out.
  static func isSameStatement(_ before: NearestCalls, _ calls: ArraySlice<UInt>) -> Bool {
    guard let released = calls.first, let outer = calls.dropFirst().first else { return false }
    return (NearestCalls.asking..<max(before.count - 1, NearestCalls.asking)).contains { index in
      before[index + 1] == outer && before[index] <= released
        && released - before[index] <= (index == NearestCalls.asking ? gap : nextCall)
    }
  }

  fileprivate typealias Backtrace = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  fileprivate static let backtrace = unsafe unsafeBitCast(RuntimeFunctions.find("backtrace"), to: Backtrace?.self)

  /// How many calls lie between the release of a token and the function that looks at the stack in its `deinit`.
  static let tokenDepth = measure { context in KeepingEntryProbe(context) }
  /// The same, for a node whose class has no superclass but ``ReactiveNode``.
  private static let plainNodeDepth = measure { context in NodeProbe(context) }

  /// The same for nodes of `type`: each class above adds the call of its `deinit`.
  static func nodeDepth(of type: AnyClass) -> Int {
    var depth = plainNodeDepth - 1
    var present: AnyClass? = type
    while let next = present, next != ReactiveNode.self {
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
  private class NodeProbeBase {
    let result: Measurement
    init(_ result: Measurement) { self.result = result }
    deinit { note(result) }
  }
  private final class NodeProbe: NodeProbeBase {}

  @inline(never)
  private static func note(_ result: Measurement) { result.calls = current() }
}

/// The nearest calls on the stack when a token was handed out, in memory that is used again and again. To list all of
/// them at each subscription would cost several times as much as the subscription.
@safe
final class NearestCalls {
  /// The place of the function that asked for the token. Before it stand ``note()``, ``Context/noteHandedOut()``, the
  /// token's two functions, and the one that was asked.
  static let asking = 5
  /// That one, some that may lie between it and the statement, such as `assign(to:on:)`, and the one that called them.
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
  /// The hints that `body` causes on this thread, each once. Nothing else receives them.
  package static func collect(_ body: () -> Void) -> [String] {
    let context = Context.ready
    let outer = unsafe context.raw.pointee.hints.collected
    unsafe context.raw.pointee.hints.collected = []
    body()
    defer { unsafe context.raw.pointee.hints.collected = outer }
    return unsafe (context.raw.pointee.hints.collected ?? []).map(\.text)
  }

  /// Whether a test on this thread takes the hint.
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
