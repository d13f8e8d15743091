import ReactiveBindings
import Testing

@Suite("Law 4 of assigning: membership")
struct AssignMembershipTests {
  @Test("membership: bound during a delivery, a target gets the value once; cancelled in it, no more")
  func membership() {
    let number = OpenBehavior(0)
    let late = WrittenTarget(0)
    let cancelled = WrittenTarget(0)
    var subscription: Subscription?
    number.sink { [unowned number] _ in
      number.assign(to: \.value, on: late)
      subscription?.cancel()
    }
    subscription = number.assign(to: \.value, on: cancelled)
    number.value = 1
    #expect(late.writes == [1])
    #expect(cancelled.writes == [0])
  }
}
