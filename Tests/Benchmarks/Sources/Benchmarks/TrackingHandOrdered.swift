/// The floor of a graph: the same functions, called directly in a handwritten order. Nothing is discovered or queued,
/// and values are compared only where handwritten code would compare them.
final class HandOrdered<Number> {
  let cells: UnsafeMutablePointer<Number>
  private let count: Int
  private var steps: [() -> Void] = []

  init(cells count: Int, _ initial: Number) {
    self.count = count
    cells = .allocate(capacity: count)
    cells.initialize(repeating: initial, count: count)
  }

  deinit {
    cells.deinitialize(count: count)
    cells.deallocate()
  }

  func append(_ step: @escaping () -> Void) {
    steps.append(step)
  }

  @inline(never)
  func run() {
    for step in steps { step() }
  }

  /// Runs only the first steps.
  @inline(never)
  func run(first count: Int) {
    for index in 0..<count { steps[index]() }
  }

  @inline(never)
  func run(only index: Int) {
    steps[index]()
  }
}
