import ReactiveBindings
import Testing

@Suite("Law 3 of assigning: run to completion")
struct AssignRunToCompletionTests {
  @Test("run to completion: what a setter writes to the behavior is delivered after the delivery, to all")
  func runToCompletion() {
    let number = OpenBehavior(0)
    let first = WrittenTarget(0)
    let second = WrittenTarget(0)
    number.assign(to: \.value, on: first)
    number.assign(to: \.value, on: second)
    var log: [String] = []
    first.didWrite = {
      log.append("first \($0)")
      if $0 < 3 { number.value = $0 + 1 }
      log.append("written \($0)")
    }
    second.didWrite = { log.append("second \($0)") }
    number.value = 2
    #expect(log == ["first 2", "written 2", "second 2", "first 3", "written 3", "second 3"])
  }

  @Test("what the setter writes at the first call is delivered after it")
  func firstCall() {
    let number = OpenBehavior(5)
    let target = WrittenTarget(0)
    var log: [String] = []
    number.sink { log.append("notified \($0)") }
    target.didWrite = {
      log.append("write \($0)")
      if $0 > 1 { number.value = 1 }
      log.append("end \($0)")
    }
    number.assign(to: \.value, on: target)
    #expect(log == ["write 5", "end 5", "notified 1", "write 1", "end 1"])
  }
}
