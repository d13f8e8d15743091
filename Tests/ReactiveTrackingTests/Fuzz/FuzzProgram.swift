import ReactiveTestSupport

// A random program is data, so that the library and the model can run the same one, and so that a failing one can be
// shrunk.

struct FuzzProgram {
  /// Makes the atoms that linger.
  let sources: LingeringSources
  /// Atoms, and derivations of earlier nodes.
  var nodes: [FuzzNode] = []
  /// The bodies of effects. A body makes only effects of later templates, so that nesting ends.
  var templates: [FuzzTemplate] = []
  var steps: [FuzzStatement] = []
  /// Whether there is a manual runtime beside the immediate one; see ``FuzzTemplate/isManual``.
  var isManual = false
  /// Whether the order of effects is compared.
  ///
  /// A wide program, which is not ordered, reads more than four nodes in one body and drops nodes. Whether a
  /// subscription keeps its place is then up to the kernel. Its effects change nothing, so each by itself must match
  /// the model.
  var isOrdered = true

  static let slots = 4
}

struct FuzzNode {
  enum Kind {
    case atom(Int)
    case derivation(FuzzFormula)
  }
  var kind: Kind
  var cut: FuzzCut
  var cleansUp = false
  /// Whether the atom is the value of a source that runs while the atom is observed. Only:
  /// - in an ordered program, where no node is dropped, since a subscription keeps such an atom
  /// - without a manual runtime, since a waiting flush and the sources' transitions happen in request order
  var runsWhileObserved = false
  /// The seconds that its source runs on without an observer.
  var lingers = 0

  /// The visible part of a value. Of a derivation that compares only part of its value, this is the compared part: the
  /// rest depends on when it ran. An atom has the value that was written or that a batch restored.
  func seen(_ value: Int) -> Int { if case .atom = kind { value } else { cut.seen(value) } }
}

/// When a value is a duplicate of the previous one.
enum FuzzCut: Equatable {
  case exact
  /// If its half is equal, which is only part of the value.
  case coarse
  /// If it is the same object. Each number has one object.
  case identity(FuzzHolding)
  case never

  func seen(_ value: Int) -> Int { self == .coarse ? value >> 1 : value }
  /// A duplicate of a value, a different one if possible.
  func duplicate(of value: Int) -> Int { self == .coarse ? value ^ 1 : value }

  /// Whether duplicates may differ, as far as is known before a comparison: a user's test may compare anything, and an
  /// `Any` need not hold an object.
  var mayCompareLessThanItHolds: Bool {
    switch self {
    case .coarse, .never, .identity(.any), .identity(.optionalAny): true
    case .exact, .identity: false
    }
  }

  func isDuplicate(_ old: Int, _ new: Int) -> Bool {
    switch self {
    case .exact, .identity: old == new
    case .coarse: old >> 1 == new >> 1
    case .never: false
    }
  }
}

/// The computation of a derivation. The range is small, so that values are often equal.
enum FuzzFormula {
  case constant(Int)
  case sum([Int], divisor: Int)
  case half(Int)
  /// One of two branches, by the parity of a node.
  case branch(Int, odd: Int, even: Int)
  /// Reads as many nodes as the first one says.
  case prefix([Int])
  /// Reads the first node again after the second.
  case twice(Int, Int)
  /// Peeks at the second node without using it: a value that depended on it would be stale at times.
  case beside(Int, Int)
  /// Throws a ``FuzzError`` from a value on.
  case throwing(Int, from: Int)

  func result(_ read: (Int) -> Int, _ peek: (Int) -> Void = { _ in }) throws(FuzzError) -> Int {
    switch self {
    case .constant(let value): return value
    case .sum(let ids, let divisor): return ids.reduce(0) { $0 + read($1) } % divisor
    case .half(let id): return read(id) / 2
    case .branch(let condition, let odd, let even): return read(condition) % 2 == 1 ? read(odd) : read(even)
    case .prefix(let ids):
      let count = 1 + read(ids[0]) % ids.count
      return ids[..<count].reduce(0) { $0 + read($1) } % 5
    case .twice(let first, let second): return (read(first) + read(second) + read(first)) % 4
    case .beside(let id, let other):
      peek(other)
      return (read(id) + 1) % 5
    case .throwing(let id, let limit):
      let value = read(id)
      if value >= limit { throw FuzzError(code: value) }
      return value + 1
    }
  }

  var inputs: Set<Int> {
    switch self {
    case .constant: []
    case .sum(let ids, _), .prefix(let ids): Set(ids)
    case .half(let id), .throwing(let id, _): [id]
    case .branch(let condition, let odd, let even): [condition, odd, even]
    case .twice(let first, let second), .beside(let first, let second): [first, second]
    }
  }

  var mayThrow: Bool { if case .throwing = self { true } else { false } }
}

struct FuzzError: Error, Equatable {
  let code: Int
  /// Represents the error as a number, different from every value.
  var number: Int { 20 + code }
}

enum FuzzAccess { case value, peek, untracked, independent }

struct FuzzTemplate {
  enum Kind {
    case plain
    case scoped
    case throwing
    /// `watch(of:)` of a node. The body is the handler.
    case watch(Int, isInitial: Bool, FuzzCut)

    var isWatch: Bool { if case .watch = self { true } else { false } }
    var hasScope: Bool { if case .scoped = self { true } else { isWatch } }
  }
  var kind: Kind
  var body: [FuzzStatement]
  /// Such effects wait for a `flush()` of their runtime.
  var isManual = false
}

enum FuzzAmount {
  case constant(Int)
  /// The value of a node plus a number.
  case of(Int, FuzzAccess, plus: Int)
}

enum FuzzEnding {
  case plain
  case throwing
  /// Restores every atom's value, or a duplicate of it, if there is fuel.
  case reverting
}

enum FuzzStatement {
  case read(Int, FuzzAccess)
  case write(Int, FuzzAmount)
  case increment(Int)
  case touch(Int)
  case recompute(Int)
  /// One of two bodies, by the parity of a tracked read.
  case when(Int, odd: [FuzzStatement], even: [FuzzStatement])
  case batch([FuzzStatement], FuzzEnding)
  case untracked([FuzzStatement])
  case fail(Int)

  /// Makes an effect. Its handle is kept in a slot or discarded.
  case make(template: Int, slot: Int?)
  case cancel(Int)
  case drop(Int)
  case rerun(Int)
  case cleanup([FuzzStatement])

  case makeScope(slot: Int)
  case inScope(Int, [FuzzStatement])
  case scopeCleanup(Int, [FuzzStatement])
  case cancelScope(Int)
  case dropScope(Int)
  case pause(Int)
  case resume(Int)

  case observe(slot: Int, Int, isInitial: Bool, [FuzzStatement])
  case unobserve(Int)
  case flush
  /// Lets this many seconds pass, one by one. Only in the program itself.
  case advance(Int)
  case inspect
  /// Reads a node through a derivation that is then released.
  case temporary(Int)
  case dropNode(Int)
}
