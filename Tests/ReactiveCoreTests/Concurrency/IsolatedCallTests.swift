import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Tasks and threads are distinguished")
struct IsolatedCallTests {
  @Test("a task is itself, also after it has been suspended, and no other task or thread is")
  func tasks() async {
    let context = ExecutionContext.current
    await Task.yield()
    #expect(context == .current && !context.isForeign)
    #expect(await Task.detached { context != .current && context.isForeign }.value)
    #expect(onThread { context != .current && context.isForeign })
  }

  @Test("a task is not taken for an earlier one that has ended, at whose address it may lie")
  func endedTasks() async {
    var ended: [ExecutionContext] = []
    for _ in 0..<200 {
      let known = ended
      let context = await Task.detached { () -> ExecutionContext? in
        let context = ExecutionContext.current
        return known.allSatisfy { $0 != context && $0.isForeign } ? context : nil
      }.value
      if let context { ended.append(context) }
    }
    #expect(ended.count == 200)
  }

  @Test("a thread is itself, also in a graph of its own, and no later one is taken for it")
  func threads() {
    var ended: [ExecutionContext] = []
    for _ in 0..<20 {
      let known = ended
      let context = onThread { () -> ExecutionContext? in
        let context = ExecutionContext.current
        let isItself = batch { independently { context == .current && !context.isForeign } }
        return isItself && known.allSatisfy { $0 != context && $0.isForeign } ? context : nil
      }
      if let context { ended.append(context) }
    }
    #expect(ended.count == 20)
  }

  @Test("what belongs to an actor is not foreign by its task")
  @MainActor
  func actors() async {
    let context = ExecutionContext.current
    #expect(await Task { @MainActor in context != .current && !context.isForeign }.value)
  }
}
