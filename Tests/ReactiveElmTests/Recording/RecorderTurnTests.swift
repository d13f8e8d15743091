import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Recorder: travelling in its turn")
struct RecorderTurnTests {
  @Test("in a batch, messages before a step are handled before it and messages behind it after it")
  func inBatch() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    program.dispatch(.add("a"))
    batch {
      program.dispatch(.add("b"))
      program.dispatch(.add("c"))
      recorder.rewind(to: 2)
      program.dispatch(.add("d"))
      program.dispatch(.add("e"))
      recorder.rewind(to: 3)
      #expect(program.view == "a")
    }
    #expect(program.view == "a,b,d")
    #expect(recorder.steps.map(\.message) == [.add("a"), .add("b"), .add("d")])
  }

  @Test("several steps without a message between them")
  func severalInBatch() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    program.dispatch(.add("a"))
    program.dispatch(.add("b"))
    batch {
      recorder.jump(to: 1)
      recorder.continueFromHere()
      recorder.jump(to: 0)
      program.dispatch(.add("c"))
    }
    #expect(recorder.position == 0)
    #expect(program.view == "")
    recorder.resume()
    #expect(program.view == "a,c")
  }

  @Test("from an observer of the view, and from one of another behavior")
  func fromObservers() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    var views: [String] = []
    program.viewBehavior.sink { [unowned program] view in
      views.append(view)
      if view == "a,b" {
        program.dispatch(.add("c"))
        recorder.rewind(to: 1)
        program.dispatch(.add("d"))
        #expect(program.view == "a,b")
      }
    }
    program.dispatch(.add("a"))
    program.dispatch(.add("b"))
    #expect(views == ["a", "a,b", "a,b,c", "a", "a,d"])
    let other = OpenBehavior(0)
    other.sink { step in
      recorder.jump(to: step)
      #expect(program.view == "a,d")
    }
    other.value = 1
    #expect(program.view == "a")
  }

  @Test("from a command's handler, where the commands and sources of the message come first")
  func fromHandler() {
    var log: [String] = []
    var recorder: Recorder<Notebook>?
    let program = Notebook.makeProgram { command in
      log.append("\(command)")
      recorder?.rewind(to: 0)
      return .add("answer")
    } listening: { source, _ in
      log.append("\(source)")
      return Subscription {}
    }
    recorder = program.record()
    program.dispatch(.add("a"))
    program.dispatch(.save)
    #expect(log == ["clock(ofNotes: 1)", "save([\"a\"])", "clock(ofNotes: 1)"])
    #expect(program.view == "answer")
    #expect(recorder?.steps.map(\.message) == [.add("answer")])
  }

  @Test("recording that begins and travels in a handler")
  func recordInHandler() {
    var owner: Program<Notebook>?
    let program = Notebook.makeProgram { _ in
      owner?.record().jump(to: 0)
      return nil
    } listening: { _, _ in
      Subscription {}
    }
    owner = program
    program.dispatch(.save)
    #expect(program.record().position == 0)
    program.dispatch(.add("a"))
    #expect(program.view == "")
    #expect(program.record().steps.count == 1)
    owner = nil
  }

  @Test("from the update itself")
  func fromUpdate() {
    let recorder = Box<Recorder<Calling>?>(nil)
    let program = Calling.makeProgram()
    recorder.value = program.record()
    program.dispatch(.plain)
    program.dispatch(.call { recorder.value?.jump(to: 1) })
    #expect(recorder.value?.position == 1)
    #expect(program.view == 1)
    recorder.value?.resume()
    #expect(program.view == 2)
    program.dispatch(.call { recorder.value?.stop() })
    #expect(recorder.value?.steps.count == 3)
    #expect(recorder.value?.recording.model.count == 3)
    // The recorder retains the messages, and they retain the box.
    recorder.empty()
  }

  @Test("from an observer of a step, and then it is done after that step")
  func fromTravelling() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    for text in ["a", "b", "c"] { program.dispatch(.add(text)) }
    var positions: [Int?] = []
    program.modelBehavior.sink { _ in
      positions.append(recorder.position)
      if let position = recorder.position {
        if position > 0 { recorder.jump(to: position - 1) } else { recorder.resume() }
      }
    }
    recorder.jump(to: 3)
    #expect(positions == [3, 2, 1, 0, nil])
    #expect(program.view == "a,b,c")
  }

  @Test("while it waits, the recorder is where it was")
  func waits() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    program.dispatch(.add("a"))
    batch {
      recorder.jump(to: 0)
      #expect(recorder.position == nil)
      #expect(program.view == "a")
    }
    #expect(recorder.position == 0)
  }
}

/// A module whose update is not pure.
struct Calling: Module {
  enum Message {
    case plain
    case call(() -> Void)
  }
  struct Model: Initable { var count = 0 }
  enum Command {}
  static func update(for message: Message, model: inout Model) -> [Command] {
    model.count += 1
    if case .call(let action) = message { action() }
    return []
  }
  static func view(for model: Model) -> Int { model.count }
}
