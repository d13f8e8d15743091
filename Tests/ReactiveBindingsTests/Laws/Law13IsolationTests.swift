import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("Law 13 of assigning: isolation")
struct AssignIsolationTests {
  @Test("isolation: an actor's own graph and object, and a graph per thread")
  func isolation() async {
    actor Owner {
      let number = OpenBehavior(0)
      let target = WrittenTarget(0)
      func run() -> [Int] {
        number.assign(to: \.value, on: target)
        let other = OpenBehavior(7)
        number.bindTwoWay(to: other)
        other.value = 8
        return target.writes + [other.value]
      }
    }
    #expect(await Owner().run() == [0, 8, 8])
    let results = onThreads(4) { index -> [Int] in
      let number = OpenBehavior(0)
      let other = OpenBehavior(0)
      let target = WrittenTarget(-1)
      number.assign(to: \.value, on: target)
      number.bindTwoWay(to: other)
      for step in 1...1_000 { other.value = step * (index + 1) }
      return target.writes
    }
    for (index, writes) in results.enumerated() { #expect(writes == (0...1_000).map { $0 * (index + 1) }) }
  }
}
