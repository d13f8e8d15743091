import ReactiveCore
import Testing

@testable import monitor

@Suite struct DashboardTests {
  private let size = Dashboard.smallestSize

  private func dashboard(of machine: Machine, on screen: any Screen, tally: RepaintTally) -> Dashboard {
    Dashboard(of: machine, titled: "test", keys: "", on: screen, size: size, tally: tally)
  }

  private func play(_ recording: Recording, on screen: TextScreen) throws -> RepaintTally.Counts {
    let machine = Machine(try #require(recording.samples.first))
    let tally = RepaintTally()
    let dashboard = dashboard(of: machine, on: screen, tally: tally)
    dashboard.endFrame()
    for sample in recording.samples.dropFirst() {
      machine.take(sample)
      dashboard.endFrame()
    }
    return tally.counts.value
  }

  @Test func aReplayAlwaysEndsWithTheSameScreen() throws {
    let recording = try shippedRecording()
    let (first, second) = (TextScreen(size: size), TextScreen(size: size))
    let counts = try play(recording, on: first)
    #expect(try play(recording, on: second) == counts)
    #expect(first.text() == second.text())
  }

  @Test func aScreenPaintedInPiecesShowsWhatAScreenPaintedAtOnceShows() throws {
    let samples = try shippedRecording().samples
    let machine = Machine(try #require(samples.first))
    let pieces = TextScreen(size: size)
    let tally = RepaintTally()
    let first = dashboard(of: machine, on: pieces, tally: tally)
    samples.dropFirst().forEach(machine.take)

    let whole = TextScreen(size: size)
    let second = dashboard(of: machine, on: whole, tally: tally)
    #expect(pieces.text() == whole.text())
    withExtendedLifetime((first, second)) {}
  }

  @Test func theFirstFramePaintsEveryCellOnce() throws {
    let tally = RepaintTally()
    let dashboard = dashboard(of: Machine(.made(time: 1)), on: TextScreen(size: size), tally: tally)
    dashboard.endFrame()
    #expect(tally.counts.value.painted == dashboard.cells.count)
    #expect(tally.counts.value.possible == dashboard.cells.count)
  }

  @Test func aFrameInWhichNothingChangedPaintsNothing() {
    let sample = Sample.made(time: 1)
    let machine = Machine(sample)
    let tally = RepaintTally()
    let dashboard = dashboard(of: machine, on: TextScreen(size: size), tally: tally)
    dashboard.endFrame()
    machine.take(sample)
    dashboard.endFrame()
    #expect(tally.counts.value.paintedInFrame == 0)
  }

  @Test func aFrameInWhichOnlyTimeHasPassedPaintsTheClock() {
    let samples = Sample.processor(at: Array(repeating: 0, count: 400))
    let machine = Machine(samples[0])
    let tally = RepaintTally()
    let dashboard = dashboard(of: machine, on: TextScreen(size: size), tally: tally)
    // A zero changes the graphs until they are full of zeros.
    samples[1..<350].forEach(machine.take)
    dashboard.endFrame()
    machine.take(samples[350])
    dashboard.endFrame()
    #expect(tally.counts.value.paintedInFrame == 1)
  }

  @Test func aChangeThatDoesNotShowPaintsNothing() {
    let tally = RepaintTally()
    let value = OpenBehavior(0.1231)
    let cell = Cell(
      Place(row: 0, column: 0, width: 7), on: TextScreen(size: size), tally: tally, showing: value
    ) { [[Run(percentText($0))]] }
    value.value = 0.1234
    value.value = 0.1239
    tally.endFrame(cells: 1)
    #expect(tally.counts.value.painted == 2)  // at the beginning, and 12.4 %
    withExtendedLifetime(cell) {}
  }

  @Test func noCellIsPaintedTwiceForOneChange() throws {
    let samples = try shippedRecording().samples
    let machine = Machine(try #require(samples.first))
    let screen = PlaceCounter()
    let tally = RepaintTally()
    let dashboard = dashboard(of: machine, on: screen, tally: tally)
    var alerts = 0
    machine.alerts.sink { _ in alerts += 1 }
    for sample in samples.dropFirst() {
      screen.writes = [:]
      alerts = 0
      machine.take(sample)
      // Two alerts in one frame change the log twice; everything else changes once.
      #expect(screen.writes.filter { $0.value > max(1, alerts) }.isEmpty)
    }
    withExtendedLifetime(dashboard) {}
  }

  @Test func aDroppedDashboardStopsPainting() throws {
    let samples = try shippedRecording().samples
    let machine = Machine(try #require(samples.first))
    let screen = TextScreen(size: size)
    let tally = RepaintTally()
    var dropped: Dashboard? = dashboard(of: machine, on: screen, tally: tally)
    weak var cell: Cell?
    cell = dropped?.cells.first
    #expect(cell != nil)
    dropped = nil
    #expect(cell == nil)
    let before = screen.text()
    samples.dropFirst().forEach(machine.take)
    #expect(screen.text() == before)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 93, rows: 31), Size(columns: 200, rows: 60)])
  func everyPanelIsClosedAtEverySize(size: Size) throws {
    for cores in [1, 2, 3, 4, 5, 64, 500] {
      var sample = Sample.made(time: 1)
      sample.processors?.cores = Array(repeating: ProcessorTime(busy: 1, idle: 1), count: cores)
      let screen = TextScreen(size: size)
      let machine = Machine(sample)
      let dashboard = Dashboard(of: machine, titled: "test", keys: "", on: screen, size: size, tally: RepaintTally())
      let rows = screen.text().split(separator: "\n").dropFirst().prefix(size.rows - 2)
      #expect(rows.allSatisfy { $0.count == size.columns && "╮│╯".contains($0.last ?? " ") })
      withExtendedLifetime(dashboard) {}
    }
  }

  @Test func aTerminalGetsOnlyWhatChanged() {
    var written = ""
    let screen = TerminalScreen(size: size, colors: false) { written += $0 }
    let text = OpenBehavior("one")
    let cell = Cell(Place(row: 4, column: 9, width: 5), on: screen, tally: nil, showing: text) { [[Run($0)]] }
    screen.flush()
    #expect(written == "\u{1B}[5;10Hone  ")
    written = ""
    screen.flush()
    #expect(written.isEmpty)
    text.value = "three and more"
    screen.flush()
    #expect(written == "\u{1B}[5;10Hthree")
    withExtendedLifetime(cell) {}
  }

  @Test func nothingIsWrittenBeyondTheEdgeOfATerminal() {
    var written = ""
    let screen = TerminalScreen(size: Size(columns: 10, rows: 2), colors: true) { written += $0 }
    screen.write([Run("inside and outside", .hot)], row: 1, column: 4)
    screen.write([Run("below")], row: 2, column: 0)
    screen.write([Run("right")], row: 0, column: 10)
    screen.flush()
    #expect(written == "\u{1B}[2;5H\u{1B}[38;5;203minside\u{1B}[0m")
  }
}

/// Counts the writes to each place.
private final class PlaceCounter: Screen {
  var writes: [[Int]: Int] = [:]

  func write(_ line: Line, row: Int, column: Int) {
    writes[[row, column], default: 0] += 1
  }
}
