import CBenchmarkSupport

/// A frequent operation of programs, repeated.
struct Operation {
  let name: String

  /// Sets up, independently of the count, and performs the operation `count` times.
  let run: (_ count: Int) -> Void

  /// The operations of nearly every program come first.
  static var all: [Operation] { core + tracking + layers + tasks }
}

/// Observers add their values here, so that none is optimized out. They capture the pointer, because a global would be
/// looked up each time.
typealias Cell = UnsafeMutablePointer<Int>

/// Calls `body` with a cell, which must hold `sum` afterwards: a count of skipped work would mean nothing.
func expecting(_ sum: Int, _ name: StaticString = #function, _ body: (Cell) -> Void) {
  let cell = Cell.allocate(capacity: 1)
  cell.initialize(to: 0)
  body(cell)
  benchmark_barrier()
  if cell.pointee != sum { fail("instructions: \(name): \(cell.pointee) instead of \(sum)") }
  cell.deallocate()
}

/// 1 + … + count.
func sum(to count: Int) -> Int { count * (count + 1) / 2 }
