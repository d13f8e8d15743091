import ReactiveBindings
import Testing

@Suite("Law 1 of assigning: store first, then notify")
struct AssignStoreFirstTests {
  @Test("store first, then notify: a setter reads the new value everywhere")
  func storeFirst() {
    let number = OpenBehavior(1)
    let target = WrittenTarget(0)
    var seen: [Int] = []
    target.didWrite = { _ in seen.append(number.value) }
    number.assign(to: \.value, on: target)
    number.value = 2
    batch {
      number.value = 3
      number.value = 4
    }
    #expect(seen == [1, 2, 4])
  }
}
