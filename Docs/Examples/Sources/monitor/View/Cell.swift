import ReactiveCore

/// A rectangle of the screen that keeps itself up to date.
///
/// A cell observes one behavior and maps its value to text. The text is a behavior, too, and the cell paints *its*
/// changes: from 12.31 % to 12.34 %, the text "12.3 %" stays equal, the equality cut ends the propagation, and nothing
/// is written.
final class Cell {
  private let content: OpenBehavior<[Line]>
  private let place: Place
  private let screen: any Screen

  /// - Parameter tally: counts the paintings.
  init<Value>(
    _ place: Place, on screen: any Screen, tally: RepaintTally?, showing source: Behavior<Value>,
    as lines: @escaping (Value) -> [Line]
  ) {
    self.place = place
    self.screen = screen
    content = OpenBehavior(lines(source.value))
    // Bound to self: the observations end when the dashboard releases its cells (the window is resized), although the
    // model lives on.
    source.sink(with: self) { $0.content.value = lines($1) }
    content.observe(with: self) {
      $0.paint($1)
      tally?.painted()
    }
  }

  private func paint(_ lines: [Line]) {
    for index in 0..<place.height {
      let line = index < lines.count ? lines[index] : []
      screen.write(line.fitted(to: place.width), row: place.row + index, column: place.column)
    }
  }
}

/// Counts painted cells, compared with painting every cell in each frame.
final class RepaintTally {
  struct Counts: Equatable {
    var frames = 0
    /// Painted in the latest frame, and all cells.
    var paintedInFrame = 0
    var cells = 0
    /// Painted in all frames, and the total of painting everything.
    var painted = 0
    var possible = 0
  }

  var counts: Behavior<Counts> { finished }

  private let finished = OpenBehavior(Counts())
  private var paintedSinceFrame = 0

  func painted() {
    paintedSinceFrame += 1
  }

  func endFrame(cells: Int) {
    finished.update {
      $0.frames += 1
      $0.paintedInFrame = paintedSinceFrame
      $0.cells = cells
      $0.painted += paintedSinceFrame
      $0.possible += cells
    }
    paintedSinceFrame = 0
  }
}
