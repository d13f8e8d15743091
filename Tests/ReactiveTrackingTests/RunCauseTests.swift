import ReactiveTracking
import Testing

@Suite("RunCause")
struct RunCauseTests {
  @Test("causes are the same if their kind is, and the object that had changed")
  func equality() {
    let a = atom(0)
    let b = atom(0)
    let causes: [RunCause] = [.never, .creation, .changed(a), .changed(b), .request, .unknown]
    for (index, one) in causes.enumerated() {
      for (place, other) in causes.enumerated() { #expect((one == other) == (index == place)) }
    }
  }
}
