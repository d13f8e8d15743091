import ReactiveTestSupport

// What a random program is: data, so that the library and the model can be given the same one, and so that it can be
// made smaller when it fails.

/// A random program.
struct FuzzProgram {
  /// Makes those of its atoms that linger.
  let sources: LingeringSources
  /// Atoms, and derivations of nodes that come before them.
  var nodes: [FuzzNode] = []
  /// What effects do. A body makes only effects whose template has a higher number, so that nesting ends.
  var templates: [FuzzTemplate] = []
  var steps: [FuzzStatement] = []
  /// There is a manual runtime beside the immediate one; see ``FuzzTemplate/isManual``.
  var isManual = false
  /// The order in which effects run is compared, too. A wide program, in which it is not, reads more than four nodes
  /// in one body and has nodes that go: whether a subscription keeps its place is then the kernel's business. Its
  /// effects change nothing, so each by itself must do what the model's does.
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
  /// Registers a cleanup in each run.
  var cleansUp = false
  /// An atom that is the value of a source, which runs while the atom is observed. Only in an ordered program, where no node
  /// goes, since a subscription keeps such an atom; and not beside a manual runtime, since a flush that waits and the
  /// transitions of sources come in the order in which they were asked for.
  var runsWhileObserved = false
  /// How many seconds its source runs on without an observer.
  var lingers = 0

  /// What is seen of a value: of a derivation that compares less than it holds, only what it compares, since what else it
  /// has depends on when it ran. An atom has what it was given, or what a batch restored.
  func seen(_ value: Int) -> Int { if case .atom = kind { value } else { cut.seen(value) } }
}

/// When a value is a duplicate of the one before.
enum FuzzCut: Equatable {
  /// If it is equal.
  case exact
  /// If its half is, which is less than it holds.
  case coarse
  /// If it is the same object, one of which stands for each number.
  case identity(FuzzHolding)
  /// Never.
  case never

  func seen(_ value: Int) -> Int { self == .coarse ? value >> 1 : value }
  /// A duplicate of a value, another one if there is one.
  func duplicate(of value: Int) -> Int { self == .coarse ? value ^ 1 : value }

  /// Duplicates may hold different things, as far as can be known before they are compared: a test of the user's may
  /// compare anything, and an `Any` need not hold an object.
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

/// What a derivation computes, in a small range, so that values often come out equal.
enum FuzzFormula {
  case constant(Int)
  case sum([Int], divisor: Int)
  case half(Int)
  /// One of two branches, by the parity of a node.
  case branch(Int, odd: Int, even: Int)
  /// Reads as many of the nodes as the first one says.
  case prefix([Int])
  /// Reads the first node again after the second.
  case twice(Int, Int)
  /// Peeks at the second node and uses nothing of it, since a value that depended on it would be stale at times.
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

  /// What it may read.
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
  /// What stands for the error where a number is needed: never one of the values.
  var number: Int { 20 + code }
}

/// How a node is read.
enum FuzzAccess { case value, peek, untracked, independent }

/// What an effect is.
struct FuzzTemplate {
  enum Kind {
    case plain
    /// The body is given a scope.
    case scoped
    /// The body may throw.
    case throwing
    /// `watch(of:)` of a node; the body is the handler.
    case watch(Int, isInitial: Bool, FuzzCut)

    var isWatch: Bool { if case .watch = self { true } else { false } }
    var hasScope: Bool { if case .scoped = self { true } else { isWatch } }
  }
  var kind: Kind
  var body: [FuzzStatement]
  /// Such effects wait for a `flush()` of their runtime.
  var isManual = false
}

/// What is written.
enum FuzzAmount {
  case constant(Int)
  /// What a node has, and something more.
  case of(Int, FuzzAccess, plus: Int)
}

/// How a batch ends.
enum FuzzEnding {
  case plain
  case throwing
  /// Every atom gets back what it had, or a duplicate of it, if there is fuel.
  case reverting
}

enum FuzzStatement {
  case read(Int, FuzzAccess)
  case write(Int, FuzzAmount)
  case increment(Int)
  case touch(Int)
  /// `run()` of a derivation.
  case recompute(Int)
  /// One or the other, by the parity of a tracked read.
  case when(Int, odd: [FuzzStatement], even: [FuzzStatement])
  case batch([FuzzStatement], FuzzEnding)
  case untracked([FuzzStatement])
  /// Throws if the node is odd.
  case fail(Int)

  /// An effect, whose handle is kept in a slot, or thrown away.
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
  /// So many seconds pass, one by one. Only in the program itself.
  case advance(Int)
  case inspect
  /// Reads a node by way of a derivation that is gone after it.
  case temporary(Int)
  case dropNode(Int)
}
