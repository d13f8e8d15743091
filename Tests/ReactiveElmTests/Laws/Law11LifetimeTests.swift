import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Lifetime")
struct LifetimeTests {
  private let count = LiveCount()

  /// A program whose closures, messages and models all hold counted objects.
  private func program(_ flags: Scripted.Flags = .init()) -> Program<Scripted> {
    let handled = count.make()
    let listened = count.make()
    return Scripted.makeProgram(
      flags: flags,
      performing: { command in
        handled.touch()
        return Scripted.Message(command)
      },
      listening: { [count] source, dispatch in
        listened.touch()
        let tracked = count.make()
        return Subscription {
          tracked.touch()
          dispatch("never")
        }
      })
  }

  @Test("a program goes with its last reference, and what it was given with it")
  func program() {
    do {
      let program = program(.init(commands: ["x"], sources: ["a", "b"]))
      let tracked = count.make()
      program.viewBehavior.sink { _ in tracked.touch() }
      program.modelBehavior.sink { _ in tracked.touch() }
      program.commands.sink { _ in tracked.touch() }
      let part = program.modelBehavior(\.messages)
      part.sink { _ in tracked.touch() }
      program.dispatch(Scripted.Message("1", commands: ["y"], sources: ["b"]))
      batch { for _ in 0..<10 { program.dispatch(Scripted.Message("2", commands: ["z"])) } }
      #expect(count.alive == 4)
    }
    #expect(count.alive == 0)
  }

  @Test("a subscriber may hold its program, and goes with its own last reference")
  func subscriberHoldsProgram() {
    do {
      let program = program(.init(sources: ["a"]))
      let watcher = Watcher(Journal(), presenting: { _ in _ = program.model })
      program.subscribe(watcher)
      program.dispatch("1")
    }
    #expect(count.alive == 0)
  }

  @Test("a source, a sender, a dispatcher, a part and a subscription keep no program alive")
  func handles() {
    let handles: (Sender<Scripted.Message>, Behavior<String>, Subscription)
    var dispatchers: [Dispatcher<Scripted.Message>] = []
    do {
      let tracked = count.make()
      let program = Scripted.makeProgram(
        flags: .init(sources: ["a"]),
        performing: { _ in
          tracked.touch()
          return nil
        },
        listening: { _, dispatch in
          dispatchers.append(dispatch)
          return Subscription {}
        })
      handles = (program.sender, program.modelBehavior(\.messages), program.subscribe(Watcher(Journal())))
      program.dispatch("1")
    }
    #expect(count.alive == 0)
    handles.0("never")
    dispatchers[0]("never")
    handles.2.cancel()
    #expect(handles.1.value == "1")
    // A subscriber needs no cancellation after it or its program has ended.
    #expect(handles.2.isCancelled)
  }

  @Test("a token keeps a part of the view or the model that was made for it, and no program")
  func tokens() {
    var log: [String] = []
    weak var weakProgram: Program<Counter>?
    var tokens: [Subscription] = []
    do {
      let program = Counter.makeProgram()
      weakProgram = program
      tokens = [
        program.viewBehavior(\.count).sink { log.append("view \($0)") },
        program.modelBehavior(\.count).observe { log.append("model \($0)") },
        program.viewBehavior.sink { log.append($0) },
      ]
      for _ in 0..<10 { program.dispatch(.increment) }
    }
    #expect(log.count == 1 + 10 + 10 + 1)
    #expect(weakProgram == nil)
    for token in tokens { token.cancel() }
  }

  #if DEBUG
  @Test("a part that is observed in the statement that makes it gives a hint; a program that ends does not")
  func hints() {
    let hints = Diagnostics.collect {
      let program = Counter.makeProgram()
      program.viewBehavior(\.count).sink { _ in }
      program.viewBehavior.sink { _ in }
      program.modelBehavior.sink { _ in }
      program.dispatch(.increment)
    }
    #expect(hints.count == 1)
    #expect(hints.first?.contains("LifetimeTests.swift:\(#line - 6)") == true)
  }
  #endif

  @Test("a program that is made and dropped in a delivery never begins, and leaves nothing")
  func neverBegun() {
    let event = Event<Int>()
    event.sink { _ in _ = program(.init(commands: ["x"], sources: ["a"])) }
    event.trigger(1)
    #expect(count.alive == 0)
  }

  @Test("a module's last model, view, messages and commands go with the program")
  func values() {
    struct Holding: Module {
      static func start(with flags: Tracked) -> (model: Tracked, commands: [Tracked]) { (flags, [flags]) }
      static func update(for message: Tracked, model: inout Tracked) -> [Tracked] {
        model = message
        return [message]
      }
      static func view(for model: Tracked) -> Tracked { model }
    }
    do {
      let program = Holding.makeProgram(flags: count.make()) { _ in nil }
      program.viewBehavior.sink { $0.touch() }
      for _ in 0..<10 { program.dispatch(count.make()) }
      #expect(count.alive == 1)
      batch { for _ in 0..<100 { program.dispatch(count.make()) } }
      #expect(count.alive == 1)
    }
    #expect(count.alive == 0)
  }

  @MainActor
  @Test("a command that runs keeps no program alive, and its answer goes when it is too late")
  func runningCommand() async {
    let reports = Reports()
    weak var program: Program<Requests>?
    func start() {
      let strong = Requests.makeProgram(
        handler: .sending { command, send in
          await Latch().pass()
          send(.answered("too late"))
          reports.add("done")
        })
      strong.dispatch(.ask([.free("a")]))
      program = strong
      withExtendedLifetime(strong) {}
    }
    start()
    #expect(program == nil)
    #expect(await reports.next() == "done")
  }

  @Test("dropped by the end of what it holds itself, in any order")
  func entangled() {
    for isFirst in [true, false] {
      let holder = Box<Program<Scripted>?>(nil)
      let second = Box<Program<Scripted>?>(nil)
      holder.value = program(.init(sources: ["a"]))
      second.value = Scripted.makeProgram(
        flags: .init(sources: ["a"]),
        handler: .subscribers,
        listening: { [count] _, _ in
          let tracked = count.make()
          return Subscription {
            tracked.touch()
            holder.value?.dispatch("farewell")
            holder.empty()
          }
        })
      if isFirst { holder.value?.viewBehavior.sink { _ in second.empty() } }
      holder.value?.dispatch("x")
      second.empty()
      #expect(holder.value == nil)
      #expect(second.value == nil)
      #expect(count.alive == 0)
    }
  }

  @Test("10,000 programs, each held by the handler of the one before, are released without recursion")
  func chain() {
    let alive = onThread(stackKibibytes: 512) { () -> Int in
      let count = LiveCount()
      var last: Program<Scripted>?
      for _ in 0..<10_000 {
        let next = last
        let tracked = count.make()
        last = Scripted.makeProgram(flags: .init()) { command in
          tracked.touch()
          next?.dispatch(Scripted.Message(command))
          return nil
        }
      }
      last = nil
      return count.alive
    }
    #expect(alive == 0)
  }

  /// Each holds the next in what its program has yet to do.
  private struct Chained: Module {
    struct Model: Initable {
      var sources: [Link] = []
      init() {}
    }
    enum Message {
      case keep(Link?)
      case put(Link?)
      case listen(Link?)
    }
    enum Command { case keep(Link?) }
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .keep: return []
      case .put(let link): return [.keep(link)]
      case .listen(let link):
        model.sources = link.map { [$0] } ?? []
        return []
      }
    }
    static func view(for model: Model) -> Int { model.sources.count }
    static func policy(for command: Command) -> CommandPolicy { .free.after(.seconds(100)) }
    static func subscriptions(for model: Model) -> [Link] { model.sources }
  }
  private final class Link: Hashable {
    let program: Program<Chained>
    let object: Tracked
    init(_ object: Tracked, _ clock: ManualClock) {
      self.object = object
      program = Chained.makeProgram(
        handler: .performing { _ in .keep(nil) }.timed(by: clock), listening: { _, _ in Subscription {} })
    }
    static func == (one: Link, other: Link) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test(
    "10,000 programs, each held by a waiting message, a delayed command or a source of the next",
    arguments: ["message", "command", "source"])
  func listOfWork(kind: String) {
    let alive = onThread(stackKibibytes: 512) {
      let (count, clock) = (LiveCount(), ManualClock())
      func make() {
        var last: Link?
        for _ in 0..<10_000 {
          let link = Link(count.make(), clock)
          switch kind {
          case "message": link.program.dispatch(.keep(last))
          case "command": link.program.dispatch(.put(last))
          default: link.program.dispatch(.listen(last))
          }
          last = link
        }
        last = nil
      }
      if kind == "message" { batch { make() } } else { make() }
      return [count.peak, count.alive]
    }
    #expect(alive == [10_000, 0])
  }

  private struct Listed: Module {
    struct Model: Initable { var next: Item? }
    enum Message { case set(Item?) }
    enum Command {}
    static func update(for message: Message, model: inout Model) -> [Command] {
      if case .set(let next) = message { model.next = next }
      return []
    }
    static func view(for model: Model) -> Item? { model.next }
  }
  private final class Item {
    let program: Program<Listed>
    let recorder: Recorder<Listed>?
    let object: Tracked
    init(_ object: Tracked, before next: Item?, recording messages: Int, last isLast: Bool) {
      self.object = object
      program = Listed.makeProgram()
      recorder = messages > 0 ? program.record() : nil
      for _ in 0..<max(messages, 1) { program.dispatch(.set(next)) }
      if !isLast { program.dispatch(.set(nil)) }
    }
  }

  // A recording keeps the model after each 32nd message, and the last one.
  @Test(
    "20,000 or 100,000 objects, each held by the model of the next, by a message in its recording, or by a model there",
    arguments: [
      (messages: 0, isLast: true, objects: TestSize.chain), (1, false, TestSize.chain), (32, false, 20_000),
      (1, true, TestSize.chain),
    ])
  func listOfModels(messages: Int, isLast: Bool, objects: Int) {
    let alive = onThread(stackKibibytes: 512) {
      let count = LiveCount()
      var last: Item?
      for _ in 0..<objects { last = Item(count.make(), before: last, recording: messages, last: isLast) }
      last = nil
      return [count.peak, count.alive]
    }
    #expect(alive == [objects, 0])
  }
}
