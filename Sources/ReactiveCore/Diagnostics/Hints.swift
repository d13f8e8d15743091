// Unsafe: what debug builds note to find a derived behavior that ends with the statement that observed it.
//
// Three things happen in a row on one thread, and the library does nothing else in between: a token of the behavior is
// made, it is thrown away while one other reference is left, and the behavior ends. That alone could be ordinary
// teardown: a local that is put into a property, and ends with its object. So the calls on the stack are compared: the
// function that released the token must have released the behavior itself, a few instructions later, as one statement
// does. Where the system cannot list the calls, there is no hint. Addresses are only compared.

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
  /// The address of the source whose token was thrown away; when, where, and how it was observed.
  var thrownAway: UInt = 0
  var thrownAwayAt = -1
  var calls: [UInt] = []
  var isOfValues = false
  /// The hints that are given on this thread, while a test looks at them.
  var collected: [Hint]?
}

extension Context {
  /// Counts an operation of the library.
  @usableFromInline
  package static func noteOperation() { unsafe ready.raw.pointee.hints.operations &+= 1 }

  var operations: Int { unsafe raw.pointee.hints.operations }

  /// A token of `source` ends, which was handed out after so many operations. Call it in the `deinit` of the token.
  @inline(never)
  func noteThrownAway(_ source: ObjectIdentifier, since birth: Int) {
    guard operations == birth, let address = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: source)) else {
      return
    }
    // The token's, and that of the statement that made the source.
    let count = unsafe Unmanaged<AnyObject>.fromOpaque(address)._withUnsafeGuaranteedRef { _getRetainCount($0) }
    if count != 2 { return }
    note(source, CallStack.current().dropFirst(CallStack.tokenDepth), isOfValues: false)
  }

  /// The values of `source` were taken, which do not keep it. Call it in the property that the user reads.
  @inline(never)
  func noteValuesTaken(of source: ReactiveNode) {
    note(ObjectIdentifier(source), CallStack.current().dropFirst(2), isOfValues: true)
  }

  private func note(_ source: ObjectIdentifier, _ calls: ArraySlice<UInt>, isOfValues: Bool) {
    unsafe raw.pointee.hints.thrownAway = UInt(bitPattern: source)
    unsafe raw.pointee.hints.thrownAwayAt = operations
    unsafe raw.pointee.hints.calls = Array(calls)
    unsafe raw.pointee.hints.isOfValues = isOfValues
  }

  /// What is to be said about the end of `node`, if anything. Call it in the `deinit` of the node.
  @inline(never)
  func hintAtEnd(of node: ReactiveNode) -> Hint? {
    guard unsafe raw.pointee.hints.thrownAwayAt == raw.pointee.hints.operations,
      unsafe raw.pointee.hints.thrownAway == UInt(bitPattern: ObjectIdentifier(node))
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

  private typealias Backtrace = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  private static let backtrace = unsafe unsafeBitCast(RuntimeFunctions.find("backtrace"), to: Backtrace?.self)

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
