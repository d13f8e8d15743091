import ReactiveElm

extension Suite {
  /// The cost of showing a view, by its number of subscribers.
  static var elmSubscribers: Suite {
    Suite(
      name: "Elm: subscribers",
      cases: [shown(by: 1, [.aboveFloor(40)]), shown(by: 10), shown(by: 100, [.atMost(10)]), closures, subscribing])
  }

  /// The subscribers are held weakly; the floor's closures keep them alive.
  private static func shown(by count: Int, _ bounds: [Bound] = []) -> Case {
    Case(
      name: count == 1 ? "dispatch, one subscriber" : "dispatch, \(count) subscribers, each",
      unit: count == 1 ? "ns" : "ns/subscriber",
      bounds: bounds,
      contenders: [
        .floor(plainFunctions, per: count) {
          let program = PlainProgram<Adding>()
          for screen in screens(count) { program.presenters.append { screen.update(presenting: $0) } }
          return Work(deliveries: count) { values in
            for value in values { program.dispatch(.add(value)) }
          }
        },
        .ours("Program", per: count) {
          let program = Adding.makeProgram()
          let screens = screens(count)
          for screen in screens { program.subscribe(screen) }
          return Work(deliveries: count) { values in
            for value in values { program.dispatch(.add(value)) }
            withExtendedLifetime(screens) {}
          }
        },
        .peer("plain code, weak references in an array", per: count) {
          let screens = screens(count)
          let program = WeakProgram<Adding, SumScreen<Adding.Command>>(screens)
          return Work(deliveries: count) { values in
            for value in values { program.dispatch(.add(value)) }
            withExtendedLifetime(screens) {}
          }
        },
      ])
  }

  private static func screens(_ count: Int) -> [SumScreen<Adding.Command>] {
    (0..<count).map { _ in SumScreen() }
  }

  /// Observers of the view, which retain their captures.
  private static var closures: Case {
    Case(
      name: "dispatch, 100 observers of the view, each",
      unit: "ns/observer",
      bounds: [.atMost(10)],
      contenders: [
        .floor(plainFunctions, per: 100) {
          let program = PlainProgram<Adding>()
          for screen in screens(100) { program.presenters.append { screen.update(presenting: $0) } }
          return Work(deliveries: 100) { values in
            for value in values { program.dispatch(.add(value)) }
          }
        },
        .ours("Program", per: 100) {
          let program = Adding.makeProgram()
          for screen in screens(100) { program.viewBehavior.sink { screen.update(presenting: $0) } }
          return Work(deliveries: 100) { values in
            for value in values { program.dispatch(.add(value)) }
          }
        },
      ])
  }

  private static var subscribing: Case {
    Case(
      name: "subscribe + cancel",
      unit: "ns",
      bounds: [.atMost(1000)],
      contenders: [
        .ours("Program") {
          let program = Adding.makeProgram()
          let screen = SumScreen<Adding.Command>()
          return Work(deliveries: 0) { values in
            for _ in values { program.subscribe(screen).cancel() }
          }
        }
      ])
  }
}
