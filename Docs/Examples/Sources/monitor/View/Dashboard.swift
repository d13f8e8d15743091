import ReactiveCore

/// The view: lays out panels, and makes a cell for each changing part.
///
/// The cells observe the model and paint themselves. Dashboards can be made and released at any time, on any screen,
/// even two for a machine: the model does not refer to them.
final class Dashboard {
  /// The size for all panels. A smaller terminal cuts off the right and lower edges.
  static let smallestSize = Size(columns: 80, rows: 24)

  private(set) var cells: [Cell] = []

  private let machine: Machine
  let screen: any Screen
  private let tally: RepaintTally
  private var counter: Cell?

  /// - Parameters:
  ///   - title: the origin of the samples.
  ///   - keys: help for the keyboard.
  init(
    of machine: Machine, titled title: String, keys: String, on screen: any Screen, size: Size, tally: RepaintTally
  ) {
    self.machine = machine
    self.screen = screen
    self.tally = tally

    let width = max(size.columns, Self.smallestSize.columns)
    let height = max(size.rows, Self.smallestSize.rows)
    let left = width * 11 / 20
    let half = width / 2
    let upper = min(9 + (height - 24) / 2, 16)
    let middle = 4
    let lower = height - 2 - upper - middle

    header(Place(row: 0, column: 0, width: width), title: title)
    processor(Place(row: 1, column: 0, width: left, height: upper))
    memory(Place(row: 1, column: left, width: width - left, height: upper))
    traffic(
      Place(row: 1 + upper, column: 0, width: half, height: middle), title: "Network",
      incoming: (machine.received, "↓ received"), outgoing: (machine.sent, "↑ sent"))
    traffic(
      Place(row: 1 + upper, column: half, width: width - half, height: middle), title: "Disk",
      incoming: (machine.read, "↓ read"), outgoing: (machine.written, "↑ written"))
    processes(Place(row: 1 + upper + middle, column: 0, width: left, height: lower))
    alerts(Place(row: 1 + upper + middle, column: left, width: width - left, height: lower))
    footer(Place(row: height - 1, column: 0, width: width), keys: keys)
  }

  /// Counts the cells painted since the last frame.
  func endFrame() {
    tally.endFrame(cells: cells.count)
  }

  // MARK: - Panels

  private func header(_ place: Place, title: String) {
    let count = machine.cores.count
    let cores = count == 0 ? "" : " · \(count) \(count == 1 ? "core" : "cores")"
    let heading: Line = [Run(" monitor", .title), Run("  \(title.prefix(32))\(cores) · up ", .faint)]
    label(heading, at: place)
    let clock = 9
    line(place.columns(from: heading.width, width: place.width - heading.width - clock), showing: machine.samples) {
      [Run($0.uptime.map(durationText) ?? "–", .faint)]
    }
    line(place.columns(from: place.width - clock, width: clock), showing: machine.samples) {
      [Run(clockText($0.clock))]
    }
  }

  private func processor(_ place: Place) {
    let inside = panel("Processor", at: place)
    note(in: place, width: 25, showing: machine.samples) { sample in
      guard let load = sample.load else { return nil }
      let loads = [load.oneMinute, load.fiveMinutes, load.fifteenMinutes]
      return Run("load " + loads.map(loadText).joined(separator: " "), .faint)
    }
    level(inside.line(0), label: "total  ", showing: machine.processor)
    let coreRows = cores(Place(row: inside.row + 1, column: inside.column, width: inside.width))
    fullGraph(inside, from: 1 + coreRows, showing: machine.processor)
    let last = inside.line(inside.height - 1)
    value(last, label: "average", width: 7, showing: machine.processor.average, as: percentText)
    value(
      last.columns(from: inside.width - 12, width: 12), label: "peak", width: 7, showing: machine.processor.peak,
      as: percentText)
  }

  /// - Returns: the number of rows for the cores.
  private func cores(_ place: Place) -> Int {
    guard machine.cores.count > 4 else {
      let width = (place.width - 2) / 2
      for (index, core) in machine.cores.enumerated() {
        let column = index % 2 == 0 ? 0 : place.width - width
        level(place.line(index / 2).columns(from: column, width: width), label: "\(index) ", showing: core)
      }
      return (machine.cores.count + 1) / 2
    }
    // Many cores: a block each, in up to two rows.
    label([Run("cores", .faint)], at: place)
    let columns = place.width - 7
    for (index, core) in machine.cores.prefix(2 * columns).enumerated() {
      let place = place.line(index / columns).columns(from: 7 + index % columns, width: 1)
      line(place, showing: core.value) { [block($0)] }
    }
    return machine.cores.count > columns ? 2 : 1
  }

  private func memory(_ place: Place) {
    let inside = panel("Memory", at: place)
    note(in: place, width: 10, showing: machine.samples) { sample in
      sample.memory.map { Run(trimmed(sizeText(Double($0.total))), .faint) }
    }
    level(inside.line(0), label: "used   ", showing: machine.memory)
    level(inside.line(1), label: "swap   ", showing: machine.swap)
    fullGraph(inside, from: 2, showing: machine.memory)
    let last = inside.line(inside.height - 1)
    value(last, label: "used", width: 8, showing: machine.samples) { sizeText($0.memory.map { Double($0.used) }) }
    value(last.columns(from: inside.width - 15, width: 15), label: "cached", width: 8, showing: machine.samples) {
      sizeText($0.memory.map { Double($0.cached) })
    }
  }

  private func traffic(
    _ place: Place, title: String, incoming: (metric: Metric, label: String), outgoing: (metric: Metric, label: String)
  ) {
    let inside = panel(title, at: place)
    traffic(inside.line(0), label: incoming.label, style: .incoming, showing: incoming.metric)
    traffic(inside.line(1), label: outgoing.label, style: .outgoing, showing: outgoing.metric)
  }

  private func traffic(_ place: Place, label text: String, style: Style, showing metric: Metric) {
    label([Run(text, .faint)], at: place)
    line(place.columns(from: 11, width: 10), showing: metric.value) { [Run(speedText($0))] }
    let width = place.width - 22
    line(place.columns(from: 22, width: width), showing: metric.history) {
      sparkline($0, smallestScale: 10_240, width: width, style: style)
    }
  }

  private func processes(_ place: Place) {
    let inside = panel("Processes", at: place)
    let nameWidth = inside.width - 25
    let columns: [(start: Int, width: Int, (ProcessUsage) -> Line)] = [
      (0, 7, { [Run(padded(String($0.identifier), to: 7), .faint)] }),
      (9, nameWidth, { [Run($0.name)] }),
      (inside.width - 16, 7, { [Run(percentText($0.share), $0.share < 0.005 ? .faint : .severity($0.share))] }),
      (inside.width - 8, 8, { [Run(sizeText(Double($0.resident)))] }),
    ]
    for (column, heading) in zip(columns, ["    PID", "NAME", "    CPU", "  MEMORY"]) {
      label([Run(heading, .faint)], at: inside.columns(from: column.start, width: column.width))
    }
    for row in 0..<min(inside.height - 1, Machine.listedProcesses) {
      for (start, width, text) in columns {
        line(inside.line(1 + row).columns(from: start, width: width), showing: machine.processes) {
          row < $0.count ? text($0[row]) : []
        }
      }
    }
  }

  private func alerts(_ place: Place) {
    let inside = panel("Alerts", at: place)
    note(in: place, width: 13, showing: machine.raisedAlarms) {
      $0 > 0 ? Run("▲ \($0) raised", .hot) : Run("all quiet", .good)
    }
    for row in 0..<min(inside.height, Machine.loggedAlerts) {
      line(inside.line(row), showing: machine.log) { row < $0.count ? alertLine($0[row]) : [] }
    }
  }

  private func footer(_ place: Place, keys: String) {
    label([Run(keys, .faint)], at: place.columns(from: place.width - keys.count - 1, width: keys.count))
    // Not counted: the cell shows the count, and would increase it in each frame.
    let place = place.columns(from: 1, width: place.width - keys.count - 2)
    counter = Cell(place, on: screen, tally: nil, showing: tally.counts) { [[Run(tallyText($0), .faint)]] }
  }

  func cell<Value>(_ place: Place, showing source: Behavior<Value>, as lines: @escaping (Value) -> [Line]) {
    cells.append(Cell(place, on: screen, tally: tally, showing: source, as: lines))
  }
}
