import CBenchmarkSupport
import Foundation
@_spi(Measuring) import ReactiveBindings

/// Measures all columns and prints a table.
///
/// Each row has processes of its own, this program again, so that no row finds the heap that another one left. A cell is
/// the median of what they found.
func printCosts(_ options: Options) {
  let rows = CostRow.allCases.filter { row in
    options.filter.map { row.rawValue.localizedCaseInsensitiveContains($0) } ?? true
  }
  if rows.isEmpty { fail("comparison: no row is called that") }
  let columns = Column.all.map(\.name)
  print("| | " + columns.joined(separator: " | ") + " |")
  print("|---|" + String(repeating: "---:|", count: columns.count))
  for row in rows {
    let runs = (0..<(options.isQuick ? 1 : 3)).map { _ in costsOfChild(row, isQuick: options.isQuick) }
    let cells = columns.indices.map { column in
      let found = runs.compactMap { $0[column] }
      return found.isEmpty ? "" : " " + written(median(found))
    }
    print("| \(row.rawValue) |" + cells.map { $0 + " |" }.joined())
  }
}

/// What a child found, by column.
private func costsOfChild(_ row: CostRow, isQuick: Bool) -> [Double?] {
  let process = Process()
  process.executableURL = Bundle.main.executableURL
  process.arguments = ["--cost", row.rawValue] + (isQuick ? ["--quick"] : [])
  let output = Pipe()
  process.standardOutput = output
  do { try process.run() } catch { fail("comparison: cannot run itself: \(error)") }
  let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  if process.terminationStatus != 0 { fail("comparison: measuring '\(row.rawValue)' failed") }
  return said.split(separator: "\n").map { Double($0) }
}

/// In a child: measures the jobs of a row in turn, each round beginning with another one, and prints a line for each
/// column.
func measureCosts(_ row: CostRow, isQuick: Bool) {
  // As in a program without ReactiveBindings, which this one needs for two-way bindings.
  countReadsForObservation(false)
  let columns = Column.all
  let costs = columns.map { $0.costs[row]?() }
  for cell in measure(costs, rounds: isQuick ? 3 : 11, named: row.rawValue, columns.map(\.name)) {
    print(cell.map { String($0) } ?? "-")
  }
}

/// The medians.
private func measure(_ costs: [Cost?], rounds: Int, named row: String, _ names: [String]) -> [Double?] {
  var times = [[Double]](repeating: [], count: costs.count)
  var timers: [(index: Int, timer: Timer)] = []
  for (index, cost) in costs.enumerated() {
    switch cost {
    case nil: break
    case .once(let measure): times[index] = [measure()]
    case .timed(let job): timers.append((index, Timer(job, named: "\(names[index]), \(row)")))
    }
  }
  if !timers.isEmpty {
    for round in 0..<rounds {
      for turn in timers.indices {
        let (index, timer) = timers[(turn + round) % timers.count]
        times[index].append(timer.time())
      }
    }
  }
  return times.map { $0.isEmpty ? nil : median($0) }
}

/// Runs one job.
private final class Timer {
  private let job: Job
  private let name: String
  private var count: Int
  private var next = 1

  init(_ job: Job, named name: String) {
    self.job = job
    self.name = name
    count = job.count ?? 1
    if job.count != nil {
      _ = elapsed()
      return
    }
    // Finds a number of values that takes 2 ms, which is the warm-up, too.
    while true {
      let taken = elapsed()
      if taken > 250_000 {
        count = max(1, Int(Double(count) * 2_000_000 / taken))
        return
      }
      count *= 2
    }
  }

  /// Nanoseconds per operation.
  func time() -> Double { elapsed() / Double(count * job.perValue) }

  private func elapsed() -> Double {
    let values = next..<(next + count)
    next += count
    job.prepare()
    let start = threadTime()
    job.run(values)
    let taken = threadTime() - start
    if !job.isRight(values) { fail("comparison: \(name): a wrong result; its time would mean nothing") }
    return taken
  }
}

/// Processor time of this thread, in nanoseconds.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

private func written(_ number: Double) -> String {
  number < 19.95 ? String(format: "%.1f", number) : grouped(Int(number.rounded()))
}
