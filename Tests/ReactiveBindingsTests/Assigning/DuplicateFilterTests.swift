import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("What a binding wrote last")
struct DuplicateFilterTests {
  @Test("the first value has to be written, an equal one not, another one has to")
  func equal() {
    let last = DuplicateFilter<Int>()
    #expect(last.accepts(1, by: .equal()))
    #expect(!last.accepts(1, by: .equal()))
    #expect(last.accepts(2, by: .equal()))
    #expect(last.accepts(1, by: .equal()))
  }

  @Test("nil is a value like another")
  func optional() {
    let last = DuplicateFilter<Int?>()
    #expect(last.accepts(nil, by: .equal()))
    #expect(!last.accepts(nil, by: .equal()))
    #expect(last.accepts(1, by: .equal()))
  }

  @Test("an object is compared by identity; what cannot be compared has to be written each time")
  func identity() {
    let live = LiveCount()
    let first = live.make()
    let objects = DuplicateFilter<Tracked?>()
    #expect(objects.accepts(first, by: .identity()))
    #expect(!objects.accepts(first, by: .identity()))
    #expect(objects.accepts(nil, by: .identity()))
    #expect(!objects.accepts(nil, by: .identity()))
    #expect(objects.accepts(live.make(), by: .identity()))
    let numbers = DuplicateFilter<Int>()
    #expect(numbers.accepts(1, by: .identity()))
    #expect(numbers.accepts(1, by: .identity()))
  }

  @Test("what a value kept alive goes when the next one has taken its place, and may come back here")
  func oldValueGoesLast() {
    let last = DuplicateFilter<Farewell>()
    var log: [Bool] = []
    _ = last.accepts(Farewell { log.append(last.accepts(Farewell {}, by: .identity())) }, by: .identity())
    #expect(log.isEmpty)
    _ = last.accepts(Farewell {}, by: .identity())
    #expect(log == [true])
  }
}
