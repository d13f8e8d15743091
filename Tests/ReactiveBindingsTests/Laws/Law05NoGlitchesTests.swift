import ReactiveBindings
import Testing

@Suite("Law 5 of assigning: no glitches")
struct AssignNoGlitchesTests {
  @Test("no glitch: through a diamond into one target, one write for one change, of a state that was written")
  func diamond() {
    let source = OpenBehavior(1)
    let plus = derivation { source.value + 1 }
    let minus = derivation { source.value - 1 }
    let both = derivation { [plus.value, minus.value] }
    let target = WrittenTarget([Int]())
    let string = WrittenTarget("")
    both.assign(to: \.value, on: target)
    both.assign(to: \.value, on: string) { "\($0[0] - $0[1])" }
    source.value = 5
    batch {
      source.value = 6
      source.value = 7
    }
    #expect(target.writes == [[2, 0], [6, 4], [8, 6]])
    #expect(string.writes == ["2"])
  }
}
