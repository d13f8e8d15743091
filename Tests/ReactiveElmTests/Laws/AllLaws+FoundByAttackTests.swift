import Foundation
import ReactiveCore
import ReactiveElm
import Testing

@Suite("What was found by attacking the layer")
struct FoundByAttackTests {
  private func text(of messages: [Notebook.Message]) throws -> String {
    let program = Notebook.makeLogged().program
    let recorder = program.record()
    for message in messages { program.dispatch(message) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(recorder.recording), as: UTF8.self)
  }

  private func failure(importing text: String) -> String? {
    do {
      _ = try Recording<Notebook>.imported(fromJSON: Data(text.utf8)) { try JSONDecoder().decode($0, from: $1) }
      return nil
    } catch { return "\(error)" }
  }

  @Test(
    "a recording whose steps have numbers that end in an overflow, or before 0, is an error",
    arguments: ["9223372036854775807", "9223372036854775806", "-1"])
  func firstStep(number: String) throws {
    let text = try text(of: [.add("a")]).replacingOccurrences(of: "\"firstStep\":0", with: "\"firstStep\":\(number)")
    #expect(
      failure(importing: text)
        == "cannot import a recording of Notebook: firstStep: a recording cannot begin with step \(number)")
  }

  @Test("a recording in a format that there never was is an error", arguments: [0, -5])
  func format(number: Int) throws {
    let text = try text(of: [.add("a")]).replacingOccurrences(of: "\"format\":1", with: "\"format\":\(number)")
    #expect(
      failure(importing: text) == "cannot import a recording of Notebook: format: there is no format \(number)")
  }

  @Test("a type name of 100,000 optionals is read in little stack, and in no more time than it is long")
  func nestedOptionals() throws {
    let name = String(repeating: "Optional<", count: 100_000)
    let text = try text(of: [.add("a")])
      .replacingOccurrences(of: "\"message\":\"Notebook.Message\"", with: "\"message\":\"\(name)\"")
      .replacingOccurrences(of: "{\"add\":{\"_0\":\"a\"}}", with: "{\"add\":{\"_0\":1}}")
    #expect(failure(importing: text)?.contains("steps[0].message") == true)
  }

  @Test("a recording with a byte too few or another one can be read, or is an error")
  func damaged() throws {
    let bytes = Array(try text(of: Array(repeating: .add("a"), count: 33)).utf8)
    var errors = 0
    for index in stride(from: 0, to: bytes.count, by: 29) {
      for byte in [nil, UInt8(ascii: "9"), UInt8(ascii: "{"), 0xFF] {
        var damaged = bytes
        if let byte { damaged[index] = byte } else { damaged.remove(at: index) }
        let data = Data(damaged)
        do {
          let recording = try Recording<Notebook>.imported(fromJSON: data) { try JSONDecoder().decode($0, from: $1) }
          let program = Notebook.makeLogged().program
          let recorder = program.record()
          try recorder.load(recording, allowingRisk: true)
          recorder.rewind(to: recorder.steps.startIndex - 1)
          #expect(program.model == recording.firstModel)
        } catch { errors += 1 }
      }
    }
    #expect(errors > 0)
  }

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  @Test("a clock that is advanced from several threads at once forgets nothing, and never goes back")
  func clock() async {
    let clock = ManualClock()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<5000 { clock.advance(by: .seconds(1)) } }
      }
    }
    #expect(clock.now.offset == .seconds(20_000))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  @Test("settle ends also when a task that begins at once calls it in the middle of the program's work")
  func settleInside() async {
    let reports = Reports()
    let program = Scripted.makeProgram(flags: .init())
    let watcher = Watcher(
      Journal(),
      performing: { _ in
        Task.immediate { @MainActor in
          await program.settle()
          reports.add(program.model.messages)
        }
      })
    program.subscribe(watcher)
    program.dispatch(Scripted.Message("a", commands: ["settle"]))
    #expect(await reports.next() == "a")
    withExtendedLifetime(watcher) {}
  }

  @Test("a subscriber that comes while the model notifies is shown each view once, and performs what follows")
  func subscribingInside() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let late = Watcher(journal, "late")
    let first = Watcher(journal, "first")
    program.modelBehavior.sink { [unowned program] _ in program.subscribe(late) }
    program.subscribe(first)
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x"]))
    #expect(journal.entries == ["late shows a", "first shows a", "first performs x", "late performs x"])
    withExtendedLifetime((first, late)) {}
  }

  @Test("100,001 recorder calls that wait together are breadth, not a loop")
  func manyRecorderCalls() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    program.dispatch(.add("a"))
    var isFirst = true
    program.viewBehavior.sink { _ in
      if !isFirst { return }
      isFirst = false
      for _ in 0...100_000 { recorder.resume() }
      recorder.rewind(to: 0)
    }
    program.dispatch(.add("b"))
    #expect(program.model.notes.count == 0)
  }

  @Test("a recording is not replayed behind the back of another recorder")
  func replayWhileRecording() throws {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    program.dispatch(.add("a"))
    let test = TestProgram<Notebook>(exhaustive: false)
    _ = test.program.record()
    #expect {
      try test.replay(recorder.recording)
    } throws: {
      "\($0)".contains("not possible while the program is recorded")
    }
  }
}
