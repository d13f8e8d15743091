import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Graphs that are sent")
struct MovingTests {
  @Test("law 13: nodes that are linked move together, and what is made where they are links with them")
  func together() async {
    actor Owner {
      private var source: OpenBehavior<Int>?
      private var all: [Behavior<Int>] = []
      private var reaction: Reaction?

      func take(_ source: sending OpenBehavior<Int>) {
        let doubled = ComputedBehavior { source.value * 2 }
        all = [doubled, ComputedBehavior { doubled.value + source.value }]
        self.source = source
      }
      func result(of value: Int) -> [Int] {
        source?.value = value
        return all.map(\.value)
      }
    }
    let source = OpenBehavior(1)
    let first = ComputedBehavior { source.value + 1 }
    #expect(first.value == 2)
    let owner = Owner()
    let other = OpenBehavior(5)
    await owner.take(other)
    #expect(await owner.result(of: 6) == [12, 18])
    #expect(await owner.result(of: 7) == [14, 21])
    source.value = 2
    #expect(first.value == 3)
  }

  @Test("law 13: a graph goes from thread to thread between two calls, with what is queued nowhere")
  func threadToThread() {
    let box = Locked<(OpenBehavior<Int>, ComputedBehavior<Int>)?>(nil)
    for round in 1...5 {
      let value = onThread { () -> Int in
        box.withLock { graph in
          if graph == nil {
            let source = OpenBehavior(0)
            graph = (source, ComputedBehavior { source.value * 10 })
          }
          guard let graph else { return -1 }
          graph.0.value = round
          let here = ComputedBehavior { graph.1.value + 1 }
          return here.value
        }
      }
      #expect(value == round * 10 + 1)
    }
    onThread { box.withLock { $0 = nil } }
  }
}
