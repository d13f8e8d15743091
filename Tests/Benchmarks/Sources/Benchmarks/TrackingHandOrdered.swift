/// The floor of a graph: the same functions, called directly and in an order that a person wrote down. Nothing is found
/// out, queued or compared, unless a person would compare it too.
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

  /// Runs the first steps only.
  @inline(never)
  func run(first count: Int) {
    for index in 0..<count { steps[index]() }
  }

  @inline(never)
  func run(only index: Int) {
    steps[index]()
  }
}
