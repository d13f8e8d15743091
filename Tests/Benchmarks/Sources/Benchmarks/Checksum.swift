import CBenchmarkSupport

/// The memory cell to which every observer adds its values: proof that the work was done.
enum Checksum {
  nonisolated(unsafe) static let cell: UnsafeMutablePointer<Int> = {
    let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    cell.initialize(to: 0)
    return cell
  }()

  /// Stops the program unless `body` adds `growth` to the cell.
  static func expect(growth: Int, in what: String, _ body: () -> Void) {
    let before = cell.pointee
    body()
    benchmark_barrier()
    let actual = cell.pointee &- before
    if actual != growth {
      fail("benchmarks: wrong sum in '\(what)': \(actual) instead of \(growth); its time would mean nothing")
    }
  }
}

/// Captured by observers that capture an object.
final class Adder {
  let cell: UnsafeMutablePointer<Int>

  init(_ cell: UnsafeMutablePointer<Int>) {
    self.cell = cell
  }

  @inline(never)
  func add(_ value: Int) {
    cell.pointee &+= value
  }
}

/// An observer that reaches the source as a function value, not as a closure in the subscribing call.
@inline(never)
func makeObserver(_ cell: UnsafeMutablePointer<Int>) -> (Int) -> Void {
  { cell.pointee &+= $0 }
}
