import ReactiveElm
import Testing

/// A module whose child never exists.
private struct Page: Module {
  struct Model: Initable { var counter: Counter.Model? }
  static let counter = OptionalEmbedding<Page, Counter>(at: \.counter, message: { [$0] })
  static func update(for messages: [Counter.Message], model: inout Model) -> [Never] {
    messages.flatMap { counter.update(for: $0, model: &model) }
  }
  static func view(for model: Model) -> String? { counter.view(for: model) }
}

@Suite("Testing: expectations")
struct TestProgramExpectationsTests {
  @Test("the commands are exactly those of the last step, in their order")
  func commands() throws {
    let test = TestProgram<Fetch>(flags: "", exhaustive: false)
    try test.send(.start("a"))
    try test.expect(commands: .load("a"), .log)
    // They can be expected once.
    try test.expect(commands: [])
    try test.send(.start("b"))
    #expect(
      failure { try test.expect(commands: .log, .load("c")) } == """
        what was performed is not as expected after sending .start("b") (- expected, + actual):
          [Fetch.Command]
            [0]: + .load("b")
            [1]: - .load("c")
        """)
    try test.send(.note)
    #expect(
      failure { try test.expect(commands: .log) } == """
        what was performed is not as expected after sending .note (- expected, + actual):
          [Fetch.Command]
            [0]: - .log
        """)
  }

  @Test("the sources are exactly those that are listened to, in the order of their start")
  func sources() throws {
    let test = TestProgram<Fetch>(flags: "a", exhaustive: false)
    try test.expect(sources: .file("a"), .clock)
    try test.send(.start("b"))
    #expect(
      failure { try test.expect(sources: .file("b"), .clock) } == """
        what is listened to is not as expected after sending .start("b") (- expected, + actual):
          [Fetch.Source]
            [0]: - .file("b")
            [1]: + .file("b")
        """)
  }

  @Test("the view and the model are compared as a whole")
  func wholes() throws {
    let test = TestProgram<Fetch>(flags: "", exhaustive: false)
    try test.expect(view: ["", "0 bytes"])
    try test.expect(model: Fetch.Model())
    #expect(failure { try test.expect(view: []) } != nil)
    #expect(
      failure { try test.expect(model: Fetch.Model(name: "a")) } == """
        the model is not as expected after starting (- expected, + actual):
          Fetch.Model
            name: - "a"
                  + ""
        """)
  }

  @Test("each kind of thing that was not asserted is a failure of the next step, once")
  func openMatters() throws {
    let test = TestProgram<Fetch>(flags: "")
    try test.expect(sources: .clock)
    try test.send(.done)
    #expect(
      failure { try test.send(.note) } == """
        not everything was asserted before sending .note:
          performed after sending .done: .save(0); see expect(commands:)
        """)
    try test.send(.stop) { $0.isListening = false }
    #expect(
      failure { try test.complete(.save(0)) } == """
        not everything was asserted before completing .save(0):
          listened to since sending .stop: nothing; see expect(sources:)
        """)
    #expect(
      failure { try test.finish() } == """
        not everything was asserted at the end:
          still running: .save(0); answer, fail or complete them
        """)
    try test.finish()
  }

  @Test("a source that is stopped and started in one step has changed")
  func restartedSource() throws {
    let test = TestProgram<Fetch>(flags: "")
    try test.expect(sources: .clock)
    try test.step {
      test.program.dispatch(.start("a"))
      test.program.dispatch(.start(""))
    } changing: { _ in
    }
    #expect(failure { try test.finish() }?.contains("listened to since the step: .clock; see expect(sources:)") == true)
  }

  @Test("a relaxed test asserts what it says and nothing else")
  func relaxed() throws {
    let test = TestProgram<Fetch>(flags: "a", exhaustive: false)
    try test.send(.start("b"))
    try test.send(.received(1))
    // Only part of the new model.
    try test.send(.received(1)) { $0.bytes = 2 }
    #expect(
      failure { try test.send(.received(1)) { $0.bytes = 2 } } == """
        the model is not as expected after sending .received(1) (- expected, + actual):
          Fetch.Model
            bytes: - 2
                   + 3
        """)
    try test.answer(.load("b"), with: .start("c"))
    try test.expect(commands: .load("c"), .log)
    try test.finish()
  }

  @Test("what has happened while relaxed needs no assertion afterwards")
  func relaxedPart() throws {
    let test = TestProgram<Fetch>(flags: "a")
    try test.expect(commands: .load("a"))
    try test.expect(sources: .file("a"), .clock)
    let bytes = try test.relaxed {
      try test.send(.start("b"))
      try test.send(.received(1))
      #expect(failure { try test.send(.received(1)) { $0.bytes = 5 } } != nil)
      return test.model.bytes
    }
    #expect(bytes == 2)
    #expect(test.isExhaustive)
    #expect(test.runningCommands.count == 3)
    try test.send(.received(1)) { $0.bytes = 3 }
    try test.send(.done)
    #expect(
      failure { try test.finish() } == """
        not everything was asserted at the end:
          performed after sending .done: .save(3); see expect(commands:)
          still running: .load("a"), .save(3); answer, fail or complete them
        """)
  }

  @Test("messages without a receiver are counted, and have to be asserted")
  func droppedMessageCount() throws {
    let test = TestProgram<Page>()
    try test.send([.increment, .increment])
    try test.expect(droppedMessageCount: 2)
    try test.send([.increment])
    #expect(
      failure { try test.expect(droppedMessageCount: 2) }
        == "messages dropped after sending [.increment]: 2 expected, 1 counted")
    try test.send([.increment])
    #expect(
      failure { try test.send([]) } == """
        not everything was asserted before sending []:
          messages dropped after sending [.increment]: 1; see expect(droppedMessageCount:)
        """)
    try test.send([])
    try test.finish()
  }

  @Test("many commands are named in part")
  func manyCommands() throws {
    struct Many: Module {
      struct Model: Initable {}
      static func update(for message: Int, model: inout Model) -> [Int] { Array(1...message) }
      static func view(for model: Model) -> Int { 0 }
    }
    let test = TestProgram<Many>()
    try test.send(50)
    #expect(failure { try test.send(1) }?.contains(": 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, … 40 more; see") == true)
  }
}
