import ReactiveElm
import ReactiveTestSupport
import Testing

/// Programs that dispatch to each other, and start and end in the middle of anything.
@Suite("Many programs")
struct ManyProgramsTests {
  private let journal = Journal()

  @Test("a program is never handled inside of another's handler")
  func notNested() {
    let other = Scripted.makeProgram(flags: .init(journal: journal))
    let program = Scripted.makeProgram(flags: .init()) { command in
      other.dispatch(Scripted.Message(command))
      journal.add("end of \(command)")
      return nil
    }
    program.dispatch(Scripted.Message("a", commands: ["x", "y"]))
    #expect(journal.take() == ["end of x", "update x", "end of y", "update y"])
  }

  @Test("nor inside of the start or the stop of a source")
  func notNestedInSources() {
    let other = Scripted.makeProgram(flags: .init(journal: journal))
    let program = Scripted.makeProgram(
      flags: .init(sources: ["s"]),
      handler: .subscribers,
      listening: { source, _ in
        other.dispatch(Scripted.Message("start \(source)"))
        journal.add("started \(source)")
        return Subscription {
          other.dispatch(Scripted.Message("stop \(source)"))
          journal.add("stopped \(source)")
        }
      })
    program.dispatch(Scripted.Message("a", sources: ["t"]))
    #expect(
      journal.take() == [
        "started s", "update start s", "stopped s", "update stop s", "started t", "update start t",
      ])
    withExtendedLifetime((other, program)) {}
  }

  @Test("one that waits for a batch handles what another dispatches then behind what waited")
  func waitingTogether() {
    let other = Scripted.makeProgram(flags: .init(journal: journal))
    let program = Scripted.makeProgram(flags: .init()) { _ in
      other.dispatch("2")
      return nil
    }
    batch {
      program.dispatch(Scripted.Message("x", commands: ["go"]))
      other.dispatch("1")
    }
    #expect(journal.take() == ["update 1", "update 2"])
  }

  @Test("two that answer each other take turns")
  func pingPong() {
    let ping = Scripted.makeProgram(flags: .init(journal: journal))
    let pong = Scripted.makeProgram(flags: .init(journal: journal))
    ping.viewBehavior.sink { [unowned pong] in if $0.count < 4 { pong.dispatch("o") } }
    pong.viewBehavior.sink { [unowned ping] _ in ping.dispatch("i") }
    ping.dispatch("i")
    #expect(journal.take().filter { $0 != "view" } == ["i", "o", "i", "o", "i", "o", "i"].map { "update \($0)" })
    #expect([ping.view, pong.view] == ["iiii", "ooo"])
  }

  /// Connects programs to a chain in which each dispatches to the next. Returns how many handled a message.
  private static func chain(
    of count: Int, _ connect: (_ index: Int, _ next: @escaping () -> Void) -> Program<Scripted>
  ) -> Int {
    let programs = Box<[Program<Scripted>]>([])
    for index in 0..<count {
      programs.value.append(
        connect(index) {
          if index + 1 < count { programs.value[index + 1].dispatch(Scripted.Message("x", commands: ["go"])) }
        })
    }
    programs.value[0].dispatch(Scripted.Message("x", commands: ["go"]))
    defer { programs.value = [] }
    return programs.value.count { $0.model.messages == "x" }
  }

  @Test("10,000 in a chain, each dispatching to the next from a view's observer, need no stack")
  func chainByObservers() {
    let handled = onThread { () -> Int in
      Self.chain(of: 10_000) { _, next in
        let program = Scripted.makeProgram(flags: .init()) { _ in nil }
        program.viewBehavior.sink { _ in next() }
        return program
      }
    }
    #expect(handled == 10_000)
  }

  @Test("nor do 10,000 by handlers")
  func chainByHandlers() {
    let handled = onThread { () -> Int in
      Self.chain(of: 10_000) { _, next in
        Scripted.makeProgram(flags: .init()) { _ in
          next()
          return nil
        }
      }
    }
    #expect(handled == 10_000)
  }

  @Test("nor do 10,000 by sources")
  func chainBySources() {
    let handled = onThread { () -> Int in
      Self.chain(of: 10_000) { _, next in
        let isFirst = Box(true)
        let program = Scripted.makeProgram(
          flags: .init(),
          performing: { _ in Scripted.Message("", sources: ["s"]) },
          listening: { _, _ in
            if isFirst.value { next() }
            isFirst.value = false
            return Subscription {}
          })
        return program
      }
    }
    #expect(handled == 10_000)
  }

  @Test("a program made in a handler has begun before it handles a message")
  func madeInHandler() {
    let made = Box<Program<Scripted>?>(nil)
    let program = Scripted.makeProgram(flags: .init()) { command in
      made.value = Scripted.makeProgram(
        flags: .init(journal: journal, commands: ["first"], sources: ["s"]),
        performing: {
          journal.add("perform \($0)")
          return nil
        },
        listening: { source, _ in
          journal.add("start \(source)")
          return Subscription {}
        })
      made.value?.dispatch(Scripted.Message(command, commands: ["second"]))
      return nil
    }
    program.dispatch(Scripted.Message("x", commands: ["a"]))
    let expected = ["perform first", "start s", "update a", "perform second"]
    #expect(journal.take().filter { $0 != "start t" } == expected)
    batch { program.dispatch(Scripted.Message("x", commands: ["a"])) }
    #expect(journal.take() == expected)
  }

  @Test("one made in an update, a view, a subscriber, a batch, a derivation or by an observer begins and works")
  func madeAnywhere() {
    var made: [Program<Scripted>] = []
    func make() {
      let program = Scripted.makeProgram(flags: .init(commands: ["first"])) { Scripted.Message($0) }
      program.dispatch("a")
      made.append(program)
    }
    struct Making: Module {
      static func start(with make: @escaping () -> Void) -> (model: () -> Void, commands: [Never]) { (make, []) }
      static func update(for message: Void, model: inout () -> Void) -> [Never] {
        model()
        return []
      }
      static func view(for model: () -> Void) -> Int {
        model()
        return 0
      }
    }
    let making = Making.makeProgram(flags: make)
    making.dispatch(())
    #expect(made.count == 1)
    let watch = making.viewBehavior.observe { _ in make() }
    making.dispatch(())
    #expect(made.count == 5)
    watch.cancel()
    batch { make() }
    _ =
      ComputedBehavior<Int>(Equality(.equal()), name: nil, file: "", line: 0) {
        make()
        return 0
      }.value
    #expect(made.count == 7)
    // A program starts when the thread is idle. Earlier messages come before the answer of its first command.
    for program in made { #expect(program.model.messages == "afirst") }
  }

  @Test("a program that goes in the middle of its own handler, subscriber, source or batch ends and leaves nothing")
  func droppedAnywhere() {
    let count = LiveCount()
    for place in ["handler", "presenting", "performing", "start", "stop", "model", "view", "batch", "other"] {
      let program = Box<Program<Scripted>?>(nil)
      func reach(_ here: String) { if here == place { program.empty() } }
      let tracked = count.make()
      program.value = Scripted.makeProgram(
        flags: .init(),
        performing: { _ in
          tracked.touch()
          reach("handler")
          return "answer"
        },
        listening: { _, _ in
          let tracked = count.make()
          if program.value?.model.messages.isEmpty == false { reach("start") }
          return Subscription {
            tracked.touch()
            reach("stop")
          }
        })
      let watcher = Watcher(
        Journal(), presenting: { if !$0.isEmpty { reach("presenting") } }, performing: { _ in reach("performing") })
      program.value?.subscribe(watcher)
      program.value?.modelBehavior.sink { _ in reach("model") }
      program.value?.viewBehavior.sink { _ in reach("view") }
      program.value?.dispatch(Scripted.Message("a", sources: ["s"]))
      program.value?.dispatch(Scripted.Message("b", commands: ["x", "y"], sources: ["t"]))
      let other = Scripted.makeProgram(flags: .init())
      other.modelBehavior.sink { _ in reach("other") }
      batch {
        program.value?.dispatch("c")
        other.dispatch("x")
        reach("batch")
      }
      #expect(program.value == nil, "\(place)")
      program.empty()
    }
    #expect(count.alive == 0)
  }

  @Test("a program whose last reference goes in a batch takes what waits with it")
  func droppedWithMessages() {
    batch {
      Scripted.makeProgram(flags: .init(journal: journal, commands: ["x"])) { _ in "never" }.dispatch("a")
    }
    #expect(journal.take() == [])
  }

  @Test("what the end of an object in one's model dispatches to another is handled after the update")
  func farewellToOther() {
    struct Keeping: Module {
      static func start(with kept: Farewell?) -> (model: Farewell?, commands: [Never]) { (kept, []) }
      static func update(for message: Int, model: inout Farewell?) -> [Never] {
        model = nil
        return []
      }
      static func view(for model: Farewell?) -> Int { model == nil ? 0 : 1 }
    }
    for isWatched in [false, true] {
      let other = Scripted.makeProgram(flags: .init(journal: journal))
      let program = Keeping.makeProgram(flags: Farewell { other.dispatch("farewell") })
      other.modelBehavior.sink { _ in journal.add(program.model == nil ? "nothing is kept" : "it is kept") }
      if isWatched { program.modelBehavior.sink { _ in } }
      program.dispatch(1)
      #expect(journal.take() == ["update farewell", "nothing is kept"])
    }
  }
}
