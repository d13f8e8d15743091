import CBenchmarkSupport

/// Something that programs do often, done again and again.
struct Operation {
  let name: String

  /// Sets up, which must not depend on the count, and does it so many times.
  let run: (_ count: Int) -> Void

  /// Those that nearly every program is made of come first.
  static var all: [Operation] { core + tracking + layers + tasks }
}

/// Where observers put what they receive, so that none of it can be left out. They capture the pointer: a global would be
/// looked up each time.
typealias Cell = UnsafeMutablePointer<Int>

/// Calls `body` with a cell, which in the end must hold `sum`: a count of what was not done would mean nothing.
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
