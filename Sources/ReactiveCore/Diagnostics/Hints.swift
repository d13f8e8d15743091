// Unsafe: what debug builds note to find a derived behavior that ends with the statement that observed it.
//
// Three things happen in a row on one thread, and the library does nothing else in between: a token of the behavior is
// made, it is thrown away while one other reference is left, and the behavior ends. Objects that keep their behaviors or
// tokens do not end like that: an object that keeps the behavior is a second reference when the token is thrown away, and
// a token that is kept is the last reference itself. Whatever the library is asked to do counts as an operation, and
// whatever comes between two of the three is ordinary teardown. Addresses are only compared.

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
  /// The address of what a token was thrown away of, and when.
  var thrownAway: UInt = 0
  var thrownAwayAt = -1
  /// The hints that are given on this thread, while a test looks at them.
  var collected: [String]?
}

extension Context {
  /// The library is asked to do something.
  @usableFromInline
  package static func noteOperation() { unsafe ready.raw.pointee.hints.operations &+= 1 }

  var operations: Int { unsafe raw.pointee.hints.operations }

  /// A token of `source` ends, which was handed out after so many operations.
  func noteThrownAway(_ source: ObjectIdentifier, since birth: Int) {
    guard operations == birth, let address = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: source)) else {
      return
    }
    // The token's, and that of the statement that made the source.
    let count = unsafe Unmanaged<AnyObject>.fromOpaque(address)._withUnsafeGuaranteedRef { _getRetainCount($0) }
    if count != 2 { return }
    unsafe raw.pointee.hints.thrownAway = UInt(bitPattern: source)
    unsafe raw.pointee.hints.thrownAwayAt = birth
  }

  /// What is to be said about the end of `node`, if anything.
  func hintAtEnd(of node: ReactiveNode) -> String? {
    guard unsafe raw.pointee.hints.thrownAwayAt == raw.pointee.hints.operations,
      unsafe raw.pointee.hints.thrownAway == UInt(bitPattern: ObjectIdentifier(node))
    else { return nil }
    guard let chain = node.node.withSideTable({ $0.observers }) ?? nil, chain.liveCount > 0 else { return nil }
    return """
      the \(type(of: node)) made at \(node.label) ended with the statement that observes it, since nothing keeps it: its \
      observer is not called again. Keep the subscription, which keeps the behavior, as by `.sink { … }.store(in: bag)`; or keep \
      the behavior itself.
      """
  }
}

extension Diagnostics {
  /// The hints that `body` brings about on this thread, each once. Nothing else hears of them.
  package static func collect(_ body: () -> Void) -> [String] {
    let context = Context.ready
    let outer = unsafe context.raw.pointee.hints.collected
    unsafe context.raw.pointee.hints.collected = []
    body()
    defer { unsafe context.raw.pointee.hints.collected = outer }
    return unsafe context.raw.pointee.hints.collected ?? []
  }

  /// Whether a test on this thread takes the hint.
  static func isCollected(_ hint: String) -> Bool {
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
