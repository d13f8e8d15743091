import ReactiveBindings
import Testing

@Suite("Law 2 of assigning: order")
struct AssignOrderTests {
  @Test("order: targets are written in the order of binding, among the other observers")
  func order() {
    let number = OpenBehavior(0)
    let targets = (0..<3).map { _ in WrittenTarget(0) }
    var log: [String] = []
    for (index, target) in targets.enumerated() { target.didWrite = { log.append("\(index):\($0)") } }
    number.assign(to: \.value, on: targets[2])
    number.sink { log.append("sink:\($0)") }
    number.assign(to: \.value, on: targets[0])
    number.assign(to: \.value, on: targets[1])
    log = []
    withExtendedLifetime(targets) { number.value = 1 }
    #expect(log == ["2:1", "sink:1", "0:1", "1:1"])
  }
}
