import ReactiveElm
import Testing

@Suite("Testing: a test in a closure")
struct TestProgramRunningTests {
  @Test("a test in a closure finishes by itself")
  func scoped() throws {
    let count = try TestProgram.run(Counter.self) { test in
      try test.send(.increment) { $0.count = 1 }
      return test.model.count
    }
    #expect(count == 1)
    #expect(
      failure {
        try TestProgram.run(Search.self) { test in
          try test.send(.typed("a")) { $0.text = "a" }
          try test.expect(sources: .clock("a"))
        }
      } == """
        not everything was asserted at the end:
          performed after sending .typed("a"): .search("a"); see expect(commands:)
          still running: .search("a"); answer, fail or complete them
        """)
    // A thrown error takes precedence over open assertions.
    #expect(throws: CancellationError.self) {
      try TestProgram.run(Search.self) { test in
        try test.send(.typed("a")) { $0.text = "a" }
        throw CancellationError()
      }
    }
  }

  @Test("a test in a closure can begin with a model")
  func model() throws {
    try TestProgram.run(Fetch.self, model: Fetch.Model(isListening: false)) { test in
      try test.send(.received(1)) { $0.bytes = 1 }
    }
    #expect(
      failure {
        try TestProgram.run(Fetch.self, model: Fetch.Model()) { test in try test.expect(commands: .log) }
      }?.contains("what was performed") == true)
  }

  @Test("a module with flags is given them")
  func flags() throws {
    try TestProgram.run(Fetch.self, flags: "a", exhaustive: false) { test in
      try test.expect(commands: .load("a"))
    }
    var failures: [String] = []
    try TestProgram.run(Fetch.self, flags: "") {
      failures.append($0.message)
    } _: { test in
      try test.send(.received(1))
    }
    #expect(failures.count == 2)
  }
}
