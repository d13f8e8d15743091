import ReactiveCore

/// A rectangle of the screen that keeps itself up to date.
///
/// A cell observes one behavior and turns its value into text. The text is a behavior, too, and *that* is what gets
/// painted: a processor that goes from 12.31 % to 12.34 % is a change, but "12.3 %" is the same text as before, the
/// equality cut stops it, and nothing is written.
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
    // Both observations are bound to self: when the dashboard drops its cells (the window gets another size), they
    // stop listening, though the model lives on.
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

/// Counts how many cells were painted, and how many would have been by a program that paints all of them in each frame.
final class RepaintTally {
  struct Counts: Equatable {
    var frames = 0
    /// Painted in the latest frame, and the cells that there were.
    var paintedInFrame = 0
    var cells = 0
    /// Painted in all frames, and what painting everything would have come to.
    var painted = 0
    var possible = 0
  }

  var counts: Behavior<Counts> { finished }

  private let finished = OpenBehavior(Counts())
  private var paintedSinceFrame = 0

  func painted() {
    paintedSinceFrame += 1
  }

  /// Closes a frame of `cells` cells.
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
