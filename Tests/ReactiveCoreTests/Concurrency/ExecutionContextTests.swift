import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Tasks and threads that are told apart")
struct ExecutionContextTests {
  @Test("a task is itself, also after it has been suspended, and no later one is taken for it")
  func tasks() async {
    var ended: [ExecutionContext] = []
    for _ in 0..<100 {
      let context = await Task {
        let context = ExecutionContext()
        await Task.yield()
        #expect(context.isCurrent)
        return context
      }.value
      // In the memory of the last one, if that had been given back.
      let known = ended
      let isTaken = await Task { known.contains { $0.isCurrent } }.value
      #expect(!isTaken)
      #expect(!context.isCurrent)
      ended.append(context)
    }
  }

  @Test("a thread is itself, also in a graph of its own, and no later one is taken for it")
  func threads() {
    var ended: [ExecutionContext] = []
    for _ in 0..<20 {
      let known = ended
      let context = onThread { () -> ExecutionContext? in
        let context = ExecutionContext()
        let isItself = context.isCurrent && independently { context.isCurrent }
        return isItself && !known.contains { $0.isCurrent } ? context : nil
      }
      #expect(context?.isCurrent == false)
      if let context { ended.append(context) }
    }
    #expect(ended.count == 20)
  }
}
