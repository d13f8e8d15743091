// Tests: Recorder, Program+Recording, StepLog

import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Recorder: travelling")
struct RecorderTests {
  /// Notes "a", "b" and "c", recorded from the start.
  private func makeNotebook() -> (program: Program<Notebook>, recorder: Recorder<Notebook>, log: Box<[String]>) {
    let (program, log) = Notebook.makeLogged()
    let recorder = program.record()
    for text in ["a", "b", "c"] { program.dispatch(.add(text)) }
    log.value = []
    return (program, recorder, log)
  }

  @Test("an earlier model can be looked at, and is not shown")
  func looking() {
    let (program, recorder, log) = makeNotebook()
    var notified = 0
    program.modelBehavior.sink { _ in notified += 1 }
    #expect(recorder.firstStep == 0)
    #expect(recorder.lastStep == 3)
    #expect((0...3).map { recorder.model(after: $0).notes.count } == [0, 1, 2, 3])
    #expect(recorder.position == nil)
    #expect(notified == 0)
    #expect(log.value == [])
    recorder.rewind(to: recorder.lastStep - 1)
    #expect(recorder.lastStep == 2)
    #expect(program.model.notes.count == 2)
  }

  @Test("what was forgotten is no first step")
  func forgottenSteps() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record(keeping: 32)
    for number in 1...100 { program.dispatch(.add("\(number)")) }
    #expect(recorder.firstStep == 64)
    #expect(recorder.lastStep == 100)
    #expect(recorder.model(after: recorder.firstStep).notes.count == 64)
  }

  @Test("an earlier step shows model, view and their parts as they were")
  func showsEarlier() {
    let (program, recorder, log) = makeNotebook()
    var models: [Int] = []
    var views: [String] = []
    var counts: [Int] = []
    let count = program.modelBehavior(\.notes.count)
    let length = program.viewBehavior(\.count)
    program.modelBehavior.sink { models.append($0.notes.count) }
    program.viewBehavior.sink { views.append($0) }
    count.sink { counts.append($0) }
    recorder.jump(to: 1)
    #expect(program.model.notes.count == 1)
    #expect(program.view == "a")
    #expect(count.value == 1)
    #expect(length.value == 1)
    #expect(recorder.position == 1)
    recorder.jump(to: 0)
    recorder.resume()
    #expect(recorder.position == nil)
    #expect(models == [1, 0, 3])
    #expect(views == ["a", "", "a,b,c"])
    #expect(counts == [1, 0, 3])
    #expect(length.value == 5)
    #expect(log.value == [])
  }

  @Test("without observers, model and view are as they were")
  func showsEarlierUnwatched() {
    let (program, recorder, _) = makeNotebook()
    #expect(program.view == "a,b,c")
    recorder.jump(to: 2)
    #expect(program.view == "a,b")
    #expect(program.model.notes.count == 2)
    recorder.resume()
    #expect(program.view == "a,b,c")
  }

  @Test("an observer that is notified while travelling reads the same step everywhere")
  func isConsistent() {
    let (program, recorder, _) = makeNotebook()
    var seen: [String] = []
    let note = { [unowned program, unowned recorder] in
      "\(program.view) \(program.model.notes.count) \(recorder.position.map(String.init) ?? "live")"
    }
    program.modelBehavior.sink { _ in seen.append("model \(note())") }
    program.viewBehavior.sink { _ in seen.append("view \(note())") }
    recorder.jump(to: 1)
    recorder.resume()
    #expect(seen == ["model a 1 1", "view a 1 1", "model a,b,c 3 live", "view a,b,c 3 live"])
    withExtendedLifetime(program) {}
  }

  @Test("an equal view is not shown again")
  func cutsEqualViews() {
    let (program, recorder, _) = makeNotebook()
    program.dispatch(.tick(.init()))
    var views = 0
    program.viewBehavior.sink { _ in views += 1 }
    recorder.jump(to: 3)
    #expect(program.model.seconds == 0)
    #expect(views == 0)
  }

  @Test("subscribers are shown the step, also new ones, and no command")
  func showsSubscribers() {
    final class Screen: Subscriber {
      var log: [String] = []
      func update(presenting view: String) { log.append(view) }
      func update(performing command: Notebook.Command) { log.append("\(command)") }
    }
    let (program, recorder, _) = makeNotebook()
    let old = Screen()
    let new = Screen()
    program.subscribe(old)
    program.dispatch(.save)
    recorder.jump(to: 2)
    program.subscribe(new)
    recorder.resume()
    #expect(old.log == ["a,b,c", "save([\"a\", \"b\", \"c\"])", "a,b", "a,b,c"])
    #expect(new.log == ["a,b", "a,b,c"])
  }

  @Test("messages that come meanwhile are live: recorded, their commands performed, sources evaluated, nothing shown")
  func liveMessages() {
    let (program, recorder, log) = makeNotebook()
    var views: [String] = []
    program.viewBehavior.sink { views.append($0) }
    recorder.jump(to: 1)
    program.dispatch(.add("d"))
    program.dispatch(.save)
    #expect(program.view == "a")
    #expect(recorder.steps.count == 5)
    #expect(
      log.value == [
        "stop clock(ofNotes: 3)", "start clock(ofNotes: 4)", "save([\"a\", \"b\", \"c\", \"d\"])",
      ])
    batch {
      program.dispatch(.add("e"))
      program.dispatch(.add("f"))
    }
    #expect(program.view == "a")
    recorder.jump(to: 7)
    #expect(program.view == "a,b,c,d,e,f")
    recorder.resume()
    #expect(program.view == "a,b,c,d,e,f")
    #expect(views == ["a", "a,b,c,d,e,f"])
    program.dispatch(.add("g"))
    #expect(views.last == "a,b,c,d,e,f,g")
  }

  @Test("rewinding makes an earlier model live and forgets the later steps; sources follow, commands do not")
  func rewinds() {
    let (program, recorder, log) = makeNotebook()
    program.dispatch(.save)
    log.value = []
    recorder.rewind(to: 1)
    #expect(program.view == "a")
    #expect(recorder.position == nil)
    #expect(recorder.steps.map(\.message) == [.add("a")])
    #expect(log.value == ["stop clock(ofNotes: 3)", "start clock(ofNotes: 1)"])
    program.dispatch(.add("x"))
    #expect(program.view == "a,x")
    #expect(recorder.steps.map(\.message) == [.add("a"), .add("x")])
    recorder.jump(to: 2)
    #expect(program.view == "a,x")
  }

  @Test("continuing from here makes what is shown live; what came meanwhile is forgotten")
  func continuesFromHere() {
    let (program, recorder, log) = makeNotebook()
    recorder.continueFromHere()
    #expect(recorder.steps.count == 3)
    recorder.jump(to: 2)
    program.dispatch(.add("lost"))
    log.value = []
    recorder.continueFromHere()
    #expect(program.view == "a,b")
    #expect(recorder.position == nil)
    #expect(recorder.steps.count == 2)
    #expect(log.value == ["stop clock(ofNotes: 4)", "start clock(ofNotes: 2)"])
  }

  @Test("recording again gives the same recorder, and does not begin anew")
  func sameRecorder() {
    let (program, recorder, _) = makeNotebook()
    #expect(program.record(keeping: 5) === recorder)
    #expect(recorder.steps.count == 3)
  }

  @Test("recording begins with the present model")
  func beginsNow() {
    let (program, _) = Notebook.makeLogged()
    program.dispatch(.add("before"))
    let recorder = program.record()
    program.dispatch(.add("after"))
    #expect(recorder.steps.map(\.message) == [.add("after")])
    recorder.jump(to: 0)
    #expect(program.view == "before")
  }

  @Test("the program keeps its recorder, so recording goes on without the handle")
  func goesOnByItself() {
    let (program, _) = Notebook.makeLogged()
    _ = program.record()
    program.dispatch(.add("a"))
    #expect(program.record().steps.count == 1)
  }

  @Test("after its stop a recorder can be read, and another begins anew")
  func stops() {
    let (program, recorder, _) = makeNotebook()
    recorder.jump(to: 1)
    recorder.stop()
    recorder.stop()
    #expect(program.view == "a,b,c")
    program.dispatch(.add("d"))
    #expect(recorder.steps.count == 3)
    #expect(recorder.recording.model.notes.count == 3)
    let other = program.record()
    #expect(other !== recorder)
    #expect(other.steps.isEmpty)
  }

  @Test("after the program's end a recorder can be read, and travelling does nothing")
  func outlives() {
    var pair: (program: Program<Notebook>, recorder: Recorder<Notebook>, log: Box<[String]>)? = makeNotebook()
    let recorder = pair!.recorder
    recorder.jump(to: 1)
    pair!.program.dispatch(.add("d"))
    pair = nil
    #expect(recorder.steps.count == 4)
    #expect(recorder.recording.model.notes.count == 4)
    recorder.jump(to: 2)
    recorder.resume()
    recorder.rewind(to: 0)
    #expect(recorder.steps.count == 4)
  }

  @Test("messages without a receiver are counted once, when they come, and not again when they are replayed")
  func countsDropsOnce() {
    let program = Page.makeProgram()
    let recorder = program.record()
    for _ in 0..<3 { program.dispatch(.counter(.increment)) }
    #expect(program.droppedMessageCount == 3)
    recorder.jump(to: 2)
    recorder.jump(to: 3)
    #expect(program.droppedMessageCount == 3)
    program.dispatch(.counter(.increment))
    #expect(program.droppedMessageCount == 4)
    recorder.rewind(to: 1)
    #expect(program.droppedMessageCount == 4)
  }

  @Test("a program and all that was recorded are released with the last reference")
  func releases() {
    let count = LiveCount()
    do {
      let program = Holding.makeProgram()
      let recorder = program.record(keeping: 64)
      for _ in 0..<500 { program.dispatch(.hold(count.make())) }
      #expect(count.alive <= 64 + 32 + 1)
      recorder.jump(to: 480)
      program.dispatch(.hold(count.make()))
      batch { recorder.jump(to: 490) }
      recorder.continueFromHere()
    }
    #expect(count.alive == 0)
  }

  @Test("a program that goes while a step waits is released")
  func releasesWhileWaiting() {
    let count = LiveCount()
    batch {
      let program = Holding.makeProgram()
      let recorder = program.record()
      program.dispatch(.hold(count.make()))
      recorder.jump(to: 0)
    }
    #expect(count.alive == 0)
  }

  @Test("what a forgotten message kept alive goes when the program can be used")
  func forgetsSafely() {
    let program = Holding.makeProgram()
    let recorder = program.record(keeping: 1)
    var seen: [Int] = []
    for _ in 0..<96 {
      program.dispatch(
        .goodbye(
          Farewell { [weak program] in
            guard let program, seen.count < 3 else { return }
            seen.append(program.model.messages)
            program.dispatch(.nothing)
          }))
    }
    #expect(seen.first == 64)
    #expect(seen.count == 3)
    #expect(recorder.steps.count >= 32)
  }
}

/// Its messages keep objects alive.
struct Holding: Module {
  enum Message {
    case hold(Tracked)
    case goodbye(Farewell)
    case nothing
  }
  struct Model: Initable {
    var messages = 0
    var last: Tracked?
  }
  enum Command {}
  static func update(for message: Message, model: inout Model) -> [Command] {
    model.messages += 1
    if case .hold(let object) = message { model.last = object }
    return []
  }
  static func view(for model: Model) -> Int { model.messages }
}

/// Its child never exists.
private struct Page: Module {
  enum Message { case counter(Counter.Message) }
  struct Model: Initable { var counter: Counter.Model? }
  typealias Command = Never

  static let counter = OptionalEmbedding<Page, Counter>(at: \.counter, message: Message.counter)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .counter(let message): counter.update(for: message, model: &model)
    }
  }
  static func view(for model: Model) -> String { counter.view(for: model) ?? "closed" }
}
