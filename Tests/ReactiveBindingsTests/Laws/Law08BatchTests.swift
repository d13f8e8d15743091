import ReactiveBindings
import Testing

@Suite("Law 8 of assigning: batch")
struct AssignBatchTests {
  @Test("batch: one write at its end, none when it ends where it began, also when it throws")
  func batches() {
    struct Stop: Error {}
    let number = OpenBehavior(0)
    let target = WrittenTarget(0)
    number.assign(to: \.value, on: target)
    batch {
      number.value = 1
      number.value = 2
      #expect(target.writes == [0])
    }
    batch {
      number.value = 3
      number.value = 2
    }
    try? batch { () throws(Stop) in
      number.value = 4
      throw Stop()
    }
    #expect(target.writes == [0, 2, 4])
  }

  @Test("binding inside a batch writes at once, and the last value once at its end")
  func bindingInBatch() {
    let number = OpenBehavior(0)
    let target = WrittenTarget(-1)
    batch {
      number.value = 1
      number.assign(to: \.value, on: target)
      #expect(target.writes == [1])
      number.value = 2
      #expect(target.writes == [1])
    }
    #expect(target.writes == [1, 2])
  }
}
