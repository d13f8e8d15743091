import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Law 13 of properties: isolation")
struct IsolationTests {
  @Test("graphs on different threads do not touch each other")
  func threads() {
    let results = onThreads(4) { thread in
      let source = StoredProperty(thread)
      var row: [Behavior<Int>] = [source, source]
      for _ in 0..<20 {
        let above = row
        row = [
          DerivedProperty(above[0], above[1]) { a, b in (a &+ b) % 1_000 },
          DerivedProperty(above[1], above[0]) { a, b in (a &* 3 &+ b) % 1_000 },
        ]
      }
      let updater = Updater()
      var seen: [Int] = []
      updater.keepUpToDate(dependencies: [row[0]]) { seen.append(row[0].value) }
      for turn in 1...200 { source.value = thread + turn * 8 }
      return seen
    }
    for (thread, result) in results.enumerated() {
      #expect(result == expected(thread))
    }
  }

  /// The expected result of ``threads()``, computed without a graph.
  private func expected(_ thread: Int) -> [Int] {
    func bottom(_ value: Int) -> Int {
      var pair = (value, value)
      for _ in 0..<20 { pair = ((pair.0 &+ pair.1) % 1_000, (pair.1 &* 3 &+ pair.0) % 1_000) }
      return pair.0
    }
    var seen = [bottom(thread)]
    for turn in 1...200 {
      let next = bottom(thread + turn * 8)
      if next != seen.last { seen.append(next) }
    }
    return seen
  }
}
