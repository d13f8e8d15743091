import ReactiveElm

let plainFunctions = "floor: the functions and closures in arrays"

extension Suite {
  /// The cost of a message beside the module's own functions. There is no peer; README gives the reason.
  static var elmDispatch: Suite {
    Suite(
      name: "Elm: dispatch",
      cases: [
        unwatched, allocations, command, flood, descent, generation, sources, equalView,
      ])
  }

  private static var unwatched: Case {
    let cell = Checksum.cell
    return Case(
      name: "dispatch, no subscriber",
      unit: "ns",
      bounds: [.aboveFloor(40)],
      contenders: [
        .floor(plainFunctions) {
          let program = PlainProgram<Adding>()
          return settling({ program.model.sum }) { program.dispatch(.add($0)) }
        },
        .ours("Program") {
          let program = Adding.makeProgram()
          return settling({ program.modelBehavior.value.sum }) { program.dispatch(.add($0)) }
        },
      ])

    /// Adds the growth of the model's sum to the checksum.
    func settling(_ sum: @escaping () -> Int, _ dispatch: @escaping (Int) -> Void) -> Work {
      var last = 0
      return Work { values in
        for value in values { dispatch(value) }
        cell.pointee &+= sum() &- last
        last = sum()
      }
    }
  }

  private static var allocations: Case {
    Case(
      name: "dispatch, one subscriber, 1,000 messages",
      unit: "allocations",
      bounds: [.atMost(0)],
      contenders: [
        .once(.ours) {
          let program = Adding.makeProgram()
          let screen = SumScreen<Adding.Command>()
          program.subscribe(screen)
          program.dispatch(.add(1))
          let count = HeapGrowth.allocations { for value in 1...1000 { program.dispatch(.add(value)) } }
          return withExtendedLifetime(screen) { Double(count) }
        }
      ])
  }

  private static var command: Case {
    let cell = Checksum.cell
    return Case(
      name: "dispatch, a command, a handler",
      unit: "ns",
      contenders: [
        .floor(plainFunctions) {
          let program = PlainProgram<Commanding>()
          program.performers.append { command in
            switch command {
            case .add(let value): cell.pointee &+= value
            }
          }
          return Work { values in
            for value in values { program.dispatch(.perform(value)) }
          }
        },
        .ours("Program") {
          let program = Commanding.makeProgram { command in
            switch command {
            case .add(let value): cell.pointee &+= value
            }
            return nil
          }
          return Work { values in
            for value in values { program.dispatch(.perform(value)) }
          }
        },
      ])
  }

  /// All messages wait together: one generation.
  private static var flood: Case {
    flooding("1,000,000 messages from one handler, each", 1_000_000) { .flood($0) }
  }

  /// As many generations as messages.
  private static var descent: Case {
    flooding("10,000 messages, each from the last one's handler", 10_000) { .descend($0) }
  }

  private static func flooding(_ name: String, _ count: Int, _ first: @escaping (Range<Int>) -> Flooding.Message)
    -> Case
  {
    Case(
      name: name,
      unit: "ns/message",
      contenders: [
        .floor(plainFunctions) {
          let program = PlainProgram<Flooding>()
          let screen = SumScreen<Flooding.Command>()
          program.presenters.append { screen.update(presenting: $0) }
          program.performers.append { [unowned program] command in
            switch command {
            case .flood(let values): for value in values { program.enqueue(.add(value)) }
            case .descend(let values): program.enqueue(.descend(values))
            }
          }
          return Work(
            fixedCount: count,
            run: { values in
              program.enqueue(first(values))
              program.dispatchQueue()
            })
        },
        .ours("Program") {
          let (program, screen) = makeFlooding()
          return Work(
            fixedCount: count,
            run: { values in
              program.dispatch(first(values))
              withExtendedLifetime(screen) {}
            })
        },
      ])
  }

  private static func makeFlooding() -> (Program<Flooding>, SumScreen<Flooding.Command>) {
    weak var target: Program<Flooding>?
    let program = Flooding.makeProgram { command in
      guard let program = target else { return nil }
      switch command {
      case .flood(let values): for value in values { program.dispatch(.add(value)) }
      case .descend(let values): return .descend(values)
      }
      return nil
    }
    target = program
    let screen = SumScreen<Flooding.Command>()
    program.subscribe(screen)
    return (program, screen)
  }

  private static var generation: Case {
    Case(
      name: "10 messages in a batch, each",
      unit: "ns/message",
      contenders: [
        .floor(plainFunctions, per: 10) {
          let program = PlainProgram<Adding>()
          let screen = SumScreen<Adding.Command>()
          program.presenters.append { screen.update(presenting: $0) }
          return Work(deliveries: 10) { values in
            for value in values { program.dispatch(10) { _ in .add(value) } }
          }
        },
        .ours("Program", per: 10) {
          let program = Adding.makeProgram()
          let screen = SumScreen<Adding.Command>()
          program.subscribe(screen)
          return Work(deliveries: 10) { values in
            for value in values {
              batch { for _ in 0..<10 { program.dispatch(.add(value)) } }
            }
            withExtendedLifetime(screen) {}
          }
        },
      ])
  }

  private static var sources: Case {
    Case(
      name: "dispatch, the same sources",
      unit: "ns",
      bounds: [.aboveFloor(40)],
      contenders: [
        .floor(plainFunctions) {
          let program = PlainProgram<Listening>()
          let screen = SumScreen<Listening.Command>()
          program.presenters.append { screen.update(presenting: $0) }
          return Work { values in
            for value in values { program.dispatch(.add(value)) }
          }
        },
        .ours("Program") {
          let program = Listening.makeProgram(handler: .subscribers, listening: { _, _ in Subscription {} })
          let screen = SumScreen<Listening.Command>()
          program.subscribe(screen)
          return Work { values in
            for value in values { program.dispatch(.add(value)) }
            withExtendedLifetime(screen) {}
          }
        },
      ])
  }

  /// No observer is notified: only the view and the comparison are timed.
  private static var equalView: Case {
    Case(
      name: "dispatch, the view stays equal",
      unit: "ns",
      bounds: [.aboveFloor(40)],
      contenders: [
        .floor(plainFunctions) {
          let program = PlainProgram<Hiding>()
          let runs = Tally()
          program.presenters.append { _ in runs.add() }
          return counted(runs, runs: 0, deliveries: 0, in: "floor of an equal view") { program.dispatch(.add($0)) }
        },
        .ours("Program") {
          let program = Hiding.makeProgram()
          let runs = Tally()
          program.viewBehavior.sink { _ in runs.add() }
          return counted(runs, runs: 0, deliveries: 0, in: "an equal view") { program.dispatch(.add($0)) }
        },
      ])
  }
}
