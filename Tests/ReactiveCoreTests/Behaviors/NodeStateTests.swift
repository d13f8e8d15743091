import ReactiveCore
import Testing

@Suite("What a layer may ask of a node")
struct NodeStateTests {
  @Test("the stamp of what is observed moves on with each change, and comes back where a batch reverts the change")
  func changeStamp() {
    let a = OpenBehavior(1)
    a.sink { _ in }
    let before = ChangeStamp(of: a)
    a.value = 1
    #expect(ChangeStamp(of: a) == before)
    a.value = 2
    let after = ChangeStamp(of: a)
    #expect(after != before)
    batch {
      a.value = 3
      a.value = 2
    }
    #expect(ChangeStamp(of: a) == after)
    // The batch takes a snapshot of both kinds: a word and a record.
    let words = OpenBehavior("a word that is longer than a word")
    words.sink { _ in }
    let first = ChangeStamp(of: words)
    batch {
      a.value = 3
      words.value = "another"
      #expect(ChangeStamp(of: a) != after && ChangeStamp(of: words) != first)
      a.value = 2
      words.value = "a word that is longer than a word"
      #expect(ChangeStamp(of: a) == after && ChangeStamp(of: words) == first)
      independently {
        a.value = 4
        #expect(ChangeStamp(of: a) != after)
        batch {
          a.value = 5
          a.value = 4
        }
        a.value = 2
      }
    }
    #expect(ChangeStamp(of: words) == first)
  }

  @Test("what its duplicates are found by, and whether a value is unchanged from another")
  func duplicates() {
    struct Opaque { var number = 0 }
    let equal = OpenBehavior(1)
    let tested = OpenBehavior(1, isDuplicate: { $0 / 10 == $1 / 10 })
    let opaque = OpenBehavior(Opaque())
    #expect(equal.duplicateRule == .equal)
    #expect(tested.duplicateRule == .ownTest)
    #expect(opaque.duplicateRule == .none)
    #expect(equal.isUnchanged(from: 1) && !equal.isUnchanged(from: 2))
    #expect(!opaque.isUnchanged(from: Opaque()))
  }

  @Test("whether it is derived, is being evaluated, or has ended")
  func states() {
    let a = OpenBehavior(1)
    var isEvaluating: Bool?
    var derivation: ComputedBehavior<Int>?
    derivation = ComputedBehavior {
      isEvaluating = derivation?.isEvaluating
      return a.value
    }
    #expect(derivation?.value == 1)
    #expect(isEvaluating == true)
    #expect(derivation?.isEvaluating == false)
    #expect(derivation?.isDerived == true && !a.isDerived)
    let reaction = Reaction { _ = a.value }
    #expect(!reaction.isEnded)
    reaction.cancel()
    #expect(reaction.isEnded)
    derivation = nil
  }
}
