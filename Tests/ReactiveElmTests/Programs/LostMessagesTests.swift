import ReactiveElm
import Testing

@Suite("Messages that nothing receives")
struct LostMessagesTests {
  @Test("is counted for before any observer is notified of the message that it lost")
  func countedFirst() {
    let program = Downloads.makeProgram(flags: "a", performing: { _ in nil }, listening: { _, _ in Subscription {} })
    var seen: [Int] = []
    program.modelBehavior.sink { [weak program] _ in seen.append(program?.droppedMessageCount ?? -1) }
    program.dispatch(.extra(.begin))
    program.dispatch(.extra(.begin))
    #expect(seen == [1, 2])
  }

  @Test("is counted for in its own program, whatever other programs do meanwhile")
  func countedWhereItBelongs() {
    // Without a program, nothing is counted.
    var model = Downloads.start(with: "pure").model
    #expect(Downloads.update(for: .extra(.begin), model: &model).isEmpty)
    let one = Downloads.makeProgram(flags: "one", performing: { _ in nil }, listening: { _, _ in Subscription {} })
    let other = Downloads.makeProgram(flags: "other", performing: { _ in nil }, listening: { _, _ in Subscription {} })
    one.modelBehavior.sink { _ in other.dispatch(.cancelMain) }
    one.viewBehavior.sink { _ in other.dispatch(.main(.cancel)) }
    one.dispatch(.main(.rename("1")))
    #expect(one.droppedMessageCount == 0 && other.droppedMessageCount == 0)
    one.dispatch(.extra(.begin))
    #expect(one.droppedMessageCount == 1 && other.droppedMessageCount == 0)
  }
}
