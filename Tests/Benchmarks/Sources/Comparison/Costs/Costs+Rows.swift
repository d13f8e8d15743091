/// A row of a collection that is shown.
struct Row: Identifiable, Equatable {
  let id: Int
  var value: Int
}

/// A library that holds many rows.
protocol RowLibrary {
  /// Makes a source of `rows`, of which `observer` receives the number whose value is odd. Returns a function that gives
  /// a row a value.
  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (_ id: Int, _ value: Int) -> Void
}

extension RowLibrary {
  /// Each edit makes an even value odd, or an odd one even, so each changes the count.
  static var editing: Cost {
    let size = 10_000
    let received = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    received.initialize(to: 0)
    let edit = rows((0..<size).map { Row(id: $0, value: 0) }) { received.pointee = $0 }
    var (isOdd, odd) = ([Bool](repeating: false, count: size), 0)
    return .timed(
      Job { values in
        for value in values {
          let id = value &* 7919 % size
          isOdd[id].toggle()
          odd += isOdd[id] ? 1 : -1
          edit(id, isOdd[id] ? 1 : 2)
        }
      } isRight: { _ in
        received.pointee == odd
      })
  }
}

func countOfOdd(_ rows: [Row]) -> Int {
  var count = 0
  for row in rows where row.value & 1 == 1 { count += 1 }
  return count
}
