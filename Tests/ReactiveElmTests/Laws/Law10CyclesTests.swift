import ReactiveElm
import ReactiveTestSupport
import Testing

/// Law 10: endless loops are found, and finite ones are not mistaken for them.
@Suite("Endless loops")
struct EndlessLoopTests {
  fileprivate struct Looping: Module {
    indirect enum Message {
      case first
      case turn(Int, of: String)
      case inner(Message)
      case plain
    }
    struct Model: Initable { var turns = 0 }
    static func update(for message: Message, model: inout Model) -> [Int] {
      model.turns += 1
      return [model.turns]
    }
    static func view(for model: Model) -> Int { model.turns }

    static func message(_ turn: Int) -> Message {
      switch turn % 3 {
      case 0: .turn(turn, of: "x")
      case 1: .inner(.turn(turn, of: "x"))
      default: .plain
      }
    }
  }

  @Test("99,999 generations, each dispatched while the one before was handled, end", arguments: 0..<3)
  func longLoop(way: Int) {
    let limit = 99_999
    let program: Program<Looping>
    switch way {
    case 0:
      program = Looping.makeProgram { turn in turn < limit ? Looping.message(turn) : nil }
    case 1:
      program = Looping.makeProgram { _ in nil }
      program.viewBehavior.sink { [unowned program] in if $0 < limit { program.dispatch(.plain) } }
    default:
      program = Looping.makeProgram { _ in nil }
      program.modelBehavior.sink { [unowned program] model in
        if model.turns < limit { batch { program.dispatch(.plain) } }
      }
    }
    program.dispatch(.first)
    #expect(program.model.turns == limit)
    program.dispatch(.first)
    #expect(program.model.turns == limit + 1, "the next dispatch begins to count anew")
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("more than 100,000 stop with the last ten names, without what the messages carry")
  func endless() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let program = Looping.makeProgram { turn in Looping.message(turn) }
        program.dispatch(.first)
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    for part in [
      "swift-reactive: the messages of Looping did not settle in 100000 generations",
      "each dispatched while the one before was handled", "Let one of them stop when nothing is left to do.",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    let names = text.components(after: "The last ones: ", before: ". Let one")
    #expect(names?.split(separator: ", ").count == 10)
    #expect(names?.contains("turn, inner.turn, plain, turn, inner.turn, plain") == true)
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("so does a loop that begins in a batch, or with the first commands, and one of sources")
  func endlessOtherwise() async throws {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let program = Looping.makeProgram { _ in .plain }
        batch { program.dispatch(.first) }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scripted.makeProgram(flags: .init(commands: ["x"])) { _ in Scripted.Message("again", commands: ["x"]) }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let isOn = Box(true)
        _ = Scripted.makeProgram(
          flags: .init(sources: ["s"]),
          handler: .subscribers,
          listening: { _, dispatch in
            isOn.value.toggle()
            dispatch(Scripted.Message("on or off", sources: [isOn.value ? "s" : "t"]))
            return Subscription {}
          })
      },
    ]
    for result in results {
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("did not settle in 100000 generations"), "\(text)")
    }
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("messages that each have two others dispatched stop before memory is gone, by their names")
  func multiplying() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let program = Box<Program<Looping>?>(nil)
        program.value = Looping.makeProgram { turn in
          program.value?.dispatch(.plain)
          return .plain
        }
        program.value?.dispatch(.first)
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("the messages of Looping multiply") && text.contains("The last ones: plain"), "\(text)")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("so do messages that each have two others dispatched, with a recorder's step after each", .runsInRelease)
  func multiplyingSteps() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (program, recorder) = (Box<Program<Looping>?>(nil), Box<Recorder<Looping>?>(nil))
        program.value = Looping.makeProgram { _ in
          for _ in 0..<2 {
            program.value?.dispatch(.plain)
            recorder.value?.resume()
          }
          return nil
        }
        recorder.value = program.value?.record(keeping: 1)
        program.value?.dispatch(.first)
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("the messages of Looping multiply"), "\(text)")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("two programs that keep each other going stop too, wherever it begins", .runsInRelease)
  func endlessTwo() async throws {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let pair = EndlessLoopTests.pair()
        pair.0.dispatch(.first)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let pair = EndlessLoopTests.pair()
        batch { pair.0.dispatch(.first) }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let event = Event<Int>()
        let pair = EndlessLoopTests.pair()
        event.sink { _ in pair.1.dispatch(.first) }
        event.trigger(1)
      },
    ]
    for (result, part) in zip(results, ["the messages of Looping", "Looping -> Looping", "Looping -> Looping"]) {
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("100000") && text.contains("settl") && text.contains("Looping"), "\(part): \(text)")
    }
  }
  #endif

  @Test("two that take 90,000 turns are not taken for a loop, wherever it begins")
  func longPair() {
    for isBatched in [false, true] {
      let (ping, pong) = Self.pair(turns: 45_000)
      if isBatched { batch { ping.dispatch(.first) } } else { ping.dispatch(.first) }
      #expect(ping.model.turns == 45_000)
      #expect(pong.model.turns == 44_999)
    }
  }

  @Test("breadth does not count: 1,000,000 messages (short: 100,000) from one handler are one generation")
  func breadth() {
    let turns = onThread { () -> Int in
      let program = Box<Program<Looping>?>(nil)
      program.value = Looping.makeProgram { turn in
        if turn == 1 { for _ in 0..<TestSize.large { program.value?.dispatch(.plain) } }
        return nil
      }
      program.value?.dispatch(.first)
      defer { program.empty() }
      return program.value?.model.turns ?? 0
    }
    #expect(turns == TestSize.large + 1)
  }

  @Test("a burst of any size from outside is no loop, whatever was handled before", .runsInRelease)
  func burstAtRest() {
    let program = Looping.makeProgram { _ in nil }
    batch { for _ in 0..<20 { program.dispatch(.plain) } }
    let count = (1 << 22) + 1
    batch { for _ in 0..<count { program.dispatch(.plain) } }
    #expect(program.model.turns == count + 20)
  }

  fileprivate static func pair(turns: Int = .max) -> (Program<Looping>, Program<Looping>) {
    let ping = Looping.makeProgram { _ in nil }
    let pong = Looping.makeProgram { _ in nil }
    ping.viewBehavior.sink { [unowned pong] in if $0 < turns { pong.dispatch(.plain) } }
    pong.viewBehavior.sink { [unowned ping] _ in ping.dispatch(.plain) }
    return (ping, pong)
  }
}

extension String {
  fileprivate func components(after start: String, before end: String) -> Substring? {
    guard let start = firstRange(of: start), let end = self[start.upperBound...].firstRange(of: end) else { return nil }
    return self[start.upperBound..<end.lowerBound]
  }
}
extension StringProtocol {
  fileprivate func firstRange(of part: String) -> Range<Index>? {
    indices.lazy.compactMap { start in
      guard self[start...].hasPrefix(part), let end = index(start, offsetBy: part.count, limitedBy: endIndex) else {
        return nil
      }
      return start..<end
    }.first
  }
}
