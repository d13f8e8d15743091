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

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("the first such read of a process gives it, and a read that nothing tracks does not")
  func firstUnseenRead() async {
    // In its own process, which has no other ports from here on.
    await #expect(processExitsWith: .success) {
      ReadPorts.turnOn { ReadHintPort() }
      let source = OpenBehavior(1, name: "source")
      precondition(Diagnostics.collect { _ = source.value }.isEmpty)
      func track() -> [String] {
        Diagnostics.collect {
          withObservationTracking {
            _ = source.value
          } onChange: {
          }
        }
      }
      let hints = track()
      precondition(hints.count == 1 && hints[0].contains("made at source was read where Observation tracks"))
      precondition(track().isEmpty)
    }
  }
  #endif
}
#endif
