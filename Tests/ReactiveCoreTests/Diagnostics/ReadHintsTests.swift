// Tests: ReadHints

#if DEBUG && canImport(Observation)
import Observation
import ReactiveCore
import Testing

@testable import ReactiveCore

@Suite("Hints about reads")
struct ReadHintsTests {
  @Observable
  final class Settings {
    var size = 1
    var other = 1
  }

  @Test("an evaluation that reads an object is a hint as soon as the object changes, and no other is")
  func objects() {
    let settings = Settings()
    let size = ComputedBehavior { settings.size }
    size.name = "size"
    #expect(Diagnostics.collect { _ = size.value }.isEmpty)
    #expect(Diagnostics.collect { settings.other = 2 }.isEmpty)
    let hints = Diagnostics.collect { settings.size = 2 }
    #expect(hints.count == 1)
    #expect(
      hints.first?.contains("made at size") == true && hints.first?.contains("tracked(object, \\.property)") == true)
    let untracked = ComputedBehavior { withoutTracking { settings.size } }
    _ = untracked.value
    let plain = ComputedBehavior { 1 }
    withObservationTracking {
      _ = (plain.value, settings.size)
    } onChange: {
    }
    #expect(Diagnostics.collect { settings.size = 3 }.isEmpty)
  }

  @Test("without ReactiveBindings, a read where Observation tracks is a hint")
  func unseenReads() {
    let source = OpenBehavior(1, name: "source")
    let port = ReadHintPort()
    func registers() -> Bool { ReadPorts.registers(port) }
    #expect(!registers())
    withObservationTracking {
      #expect(registers())
    } onChange: {
    }
    #expect(ReadHintPort.hint(for: source).contains("made at source was read"))
  }
}
#endif
