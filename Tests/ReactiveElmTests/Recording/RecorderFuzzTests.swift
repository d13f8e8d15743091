import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Recorder against a model of it: random sessions")
struct RecorderFuzzTests {
  /// A recorder that keeps every model.
  private struct Naive {
    var models: [Notebook.Model]
    var messages: [Notebook.Message] = []
    /// The number of oldest models that are forgotten.
    var forgotten = 0
    var position: Int?
    let limit: Int?

    var live: Notebook.Model { models[models.count - 1] }
    var shown: Notebook.Model { position.map { models[$0] } ?? live }

    mutating func dispatch(_ message: Notebook.Message) {
      var model = live
      _ = Notebook.update(for: message, model: &model)
      models.append(model)
      messages.append(message)
      guard let limit else { return }
      let full = (limit + 31) / 32
      while (messages.count - forgotten) / 32 > full { forgotten += 32 }
    }

    mutating func rewind(to step: Int) {
      models.removeSubrange((step + 1)...)
      messages.removeSubrange(step...)
      forgotten = min(forgotten, step)
      position = nil
    }
  }

  private func makeMessage(_ random: inout SeededGenerator) -> Notebook.Message {
    switch random.below(8) {
    case 0, 1, 2: .add("\(random.below(100))")
    case 3: .edit(index: random.below(8), text: "\(random.below(100))")
    case 4: .remove(random.below(8))
    case 5: random.once(in: 8) ? .clear : .tick(.init(seconds: random.below(5)))
    case 6: .save
    default: .tick(.init())
    }
  }

  @Test("every step is what it was, whatever happened since", arguments: 0..<4 as Range<UInt64>)
  func differential(part: UInt64) {
    for seed in FuzzSettings.seeds(ofPart: part) where seed % 200 < 4 {
      var random = SeededGenerator(seed: seed)
      let (program, _) = Notebook.makeLogged()
      let limit = random.once(in: 2) ? nil : 1 + random.below(100)
      let recorder = program.record(keeping: limit)
      var naive = Naive(models: [program.model], limit: limit)
      for _ in 0..<(50 + random.below(250)) {
        switch random.below(20) {
        case 0:
          let step = naive.forgotten + random.below(naive.messages.count - naive.forgotten + 1)
          recorder.jump(to: step)
          naive.position = step
        case 1:
          recorder.resume()
          naive.position = nil
        case 2 where random.once(in: 3):
          let step = naive.forgotten + random.below(naive.messages.count - naive.forgotten + 1)
          recorder.rewind(to: step)
          naive.rewind(to: step)
        case 3:
          recorder.continueFromHere()
          if let position = naive.position { naive.rewind(to: position) }
        case 4:
          let messages = (0..<random.below(70)).map { _ in makeMessage(&random) }
          batch { for message in messages { program.dispatch(message) } }
          for message in messages { naive.dispatch(message) }
        default:
          let message = makeMessage(&random)
          program.dispatch(message)
          naive.dispatch(message)
        }
        guard program.model == naive.shown, program.view == Notebook.view(for: naive.shown),
          recorder.position == naive.position, recorder.steps.startIndex == naive.forgotten + 1,
          recorder.steps.endIndex == naive.messages.count + 1
        else {
          Issue.record("seed \(seed): shown \(program.model), expected \(naive.shown)")
          return
        }
      }
      if recorder.steps.map(\.message) != Array(naive.messages[naive.forgotten...]) {
        Issue.record("seed \(seed): other messages")
      }
      for step in naive.forgotten...naive.messages.count {
        recorder.jump(to: step)
        if program.model != naive.models[step] { Issue.record("seed \(seed): step \(step)") }
      }
      recorder.resume()
      #expect(program.model == naive.live, "seed \(seed)")
      #expect(recorder.recording.model == naive.live, "seed \(seed)")
    }
  }
}
