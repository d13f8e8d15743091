import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("FollowTree")
struct FollowTreeTests {
  @Test(
    "a node depends on all places, and hears of those that have changed", arguments: [1, 32, 33, 1024, 1025, 40_000])
  func follows(count: Int) {
    let origin = OpenBehavior(0)
    let tree = FollowTree(of: origin)
    let sources = (0..<count).map { OpenBehavior($0) }
    for (place, source) in sources.enumerated() { tree.set(source, at: place) }
    var changed: [Int] = []
    let reaction = Reaction(running: {
      tree.follow()
      changed = tree.takeChanged()
    })
    reaction.rerun()
    #expect(changed == [])
    for place in [0, count / 2, count - 1] {
      sources[place].value += 1
      #expect(changed == [place])
    }
    tree.set(nil, at: count - 1)
    reaction.rerun()
    changed = []
    sources[count - 1].value += 1
    #expect(changed == [] && sources[count - 1].dependentCount == 0)
    let other = OpenBehavior(0)
    tree.set(other, at: count - 1)
    tree.set(origin, at: count + 100)
    reaction.rerun()
    other.value = 1
    #expect(changed == [count - 1])
    batch {
      origin.value = 1
      other.value = 2
    }
    #expect(changed.sorted() == [count - 1, count + 100])
    reaction.cancel()
  }
}
