import ReactiveTestSupport
import Testing

/// The kernel against a model that recomputes everything; see ``FuzzSettings``.
@Suite("The kernel and a naive model")
struct KernelFuzzTests {
  @Test("every read, run and call is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomGraphs(part: UInt64) {
    if let story = FuzzGraph.failure(in: FuzzSettings.seeds(ofPart: part)) { Issue.record("\(story)") }
  }
}
