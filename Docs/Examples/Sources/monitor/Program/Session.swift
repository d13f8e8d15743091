import ExampleTerminal

/// Runs the dashboard: fetches a sample, passes it to the model, waits, and repeats.
struct Session {
  var source: any SampleSource
  /// Seconds between two frames.
  var interval: Double
  /// The number of frames; nil until the source ends or the user quits.
  var frames: Int?
  /// The requested width, instead of the terminal's.
  var width: Int?
  var colors: Bool
  /// Whether the last frame is printed as an SVG picture.
  var isPicture = false

  /// Shows all frames on the terminal, and leaves the last one there.
  mutating func run() throws {
    guard let first = try source.next() else { return }
    let machine = Machine(first)
    let tally = RepaintTally()
    do {
      Terminal.takeOver()
      defer { Terminal.giveBack() }
      try show(machine, tally: tally)
    }
    printFrame(of: machine, tally: tally)
  }

  private mutating func show(_ machine: Machine, tally: RepaintTally) throws {
    let screen = TerminalScreen(size: windowSize, colors: colors, output: Terminal.write)
    var dashboard = makeDashboard(of: machine, on: screen, size: screen.size, tally: tally)
    var input = TerminalInput()
    for frame in 1... {
      // The cells that the sample changed have already painted themselves.
      dashboard.endFrame()
      screen.flush()
      guard frame != frames else { return }
      let isWanted = input.wait(interval) {
        // Cells cannot move, so new ones replace them; the old ones stop observing when released.
        screen.size = windowSize
        screen.clear()
        dashboard = makeDashboard(of: machine, on: screen, size: screen.size, tally: tally)
        screen.flush()
      }
      guard isWanted, let sample = try source.next() else { return }
      machine.take(sample)
    }
  }

  /// Runs without a screen, and prints the last frame.
  ///
  /// - Parameter waits: false for a recording, which plays without delays.
  mutating func printLastFrame(waits: Bool) throws {
    guard let first = try source.next() else { return }
    let machine = Machine(first)
    let tally = RepaintTally()
    let dashboard = makeDashboard(of: machine, on: TextScreen(size: pageSize), size: pageSize, tally: tally)
    dashboard.endFrame()
    var input = TerminalInput()
    for _ in 1..<(frames ?? .max) {
      if waits { _ = input.wait(interval) }
      guard let sample = try source.next() else { break }
      machine.take(sample)
      dashboard.endFrame()
    }
    printFrame(of: machine, tally: tally)
  }

  /// A new dashboard paints itself from the model, so no screen is stored.
  private func printFrame(of machine: Machine, tally: RepaintTally) {
    let page = TextScreen(size: pageSize)
    let dashboard = makeDashboard(of: machine, on: page, size: pageSize, tally: tally, keys: "")
    StandardStreams.write(isPicture ? page.svg : page.text(colors: colors))
    withExtendedLifetime(dashboard) {}
  }

  private func makeDashboard(
    of machine: Machine, on screen: any Screen, size: Size, tally: RepaintTally, keys: String = "q quits"
  ) -> Dashboard {
    let size = Size(columns: width ?? size.columns, rows: size.rows)
    return Dashboard(of: machine, titled: source.title, keys: keys, on: screen, size: size, tally: tally)
  }

  private var windowSize: Size {
    StandardStreams.size.map { Size(columns: $0.columns, rows: $0.rows) } ?? Dashboard.smallestSize
  }

  /// As wide as the window, and no higher than necessary.
  private var pageSize: Size {
    Size(columns: max(width ?? windowSize.columns, Dashboard.smallestSize.columns), rows: Dashboard.smallestSize.rows)
  }
}
