import ReactiveElm
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("Recorder: what stops the program")
struct RecorderStopTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
  /// The message, without the line that made the recorder.
  private func placedText(_ result: ExitTest.Result?) -> String {
    text(result).split(separator: "ReactiveElmTests/RecorderStopTests.swift:").dropFirst().joined()
  }

  @Test("a step that has not happened, or is not kept any more")
  func noSuchStep() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Counter.makeProgram()
      let recorder = program.record()
      program.dispatch(.increment)
      recorder.jump(to: 2)
    }
    #expect(
      placedText(result).contains(": there is no step 2 in the recorder of Counter: it keeps steps 0 to 1.")
    )
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Counter.makeProgram()
      let recorder = program.record(keeping: 1)
      for _ in 0..<100 { program.dispatch(.increment) }
      recorder.rewind(to: 63)
    }
    #expect(
      placedText(result).contains(
        ": there is no step 63 in the recorder of Counter: it keeps steps 64 to 100."))
  }

  @Test("a message that was not recorded")
  func noSuchMessage() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Counter.makeProgram()
      let recorder = program.record()
      program.dispatch(.increment)
      _ = recorder.steps[0]
    }
    #expect(text(result).contains("there is no message 0 in this recording of Counter. It has messages 1 to 1."))
  }

  @Test("travelling with a recorder that has been stopped")
  func stopped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let recorder = Counter.makeProgram().record()
      let program = Counter.makeProgram()
      let other = program.record()
      other.stop()
      recorder.resume()
      other.jump(to: 0)
    }
    #expect(
      placedText(result).contains(
        ": this recorder of Counter has been stopped, and cannot travel any more."))
  }

  @Test("a limit that keeps nothing")
  func limitOfNone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Counter.makeProgram().record(keeping: 0)
    }
    #expect(placedText(result).contains(": record(keeping: 0): a recorder keeps at least 1 message."))
  }

  @Test("observers that travel for ever")
  func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Counter.makeProgram()
      let recorder = program.record()
      program.dispatch(.increment)
      program.modelBehavior.sink { recorder.jump(to: 1 - $0.count) }
      recorder.jump(to: 0)
    }
    #expect(text(result).contains("did not settle in 100000 generations"))
  }
}
#endif
