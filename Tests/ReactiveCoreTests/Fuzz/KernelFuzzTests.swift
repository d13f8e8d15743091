import ReactiveTestSupport
import Testing

/// ``FuzzSettings`` sets the length.
@Suite("The kernel and a naive model")
struct KernelFuzzTests {
  @Test("every read, run and call is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomGraphs(part: UInt64) {
    if let story = FuzzGraph.failure(in: FuzzSettings.seeds(ofPart: part), at: ()) { Issue.record("\(story)") }
  }

  @Test("a fault that the model of any graph can have is found", arguments: GraphFault.allCases)
  func planted(fault: GraphFault) { #expect(FuzzGraph.finds(at: ()) { $0.fault = fault }) }

  @Test("a fault that this model can have is found", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) { #expect(FuzzGraph.finds(at: ()) { $0.planted = fault }) }
}
