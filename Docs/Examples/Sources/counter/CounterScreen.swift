import ExampleTerminal
import ReactiveElm

/// The imperative shell: the counterpart of a view controller.
final class CounterScreen: Subscriber {
  typealias View = Counter.View
  typealias Command = Counter.Command

  private let counter: Program<Counter>
  private let show: ([String]) -> Void

  /// - Parameter show: replaces the lines on the screen.
  init(_ counter: Program<Counter>, show: @escaping ([String]) -> Void) {
    self.counter = counter
    self.show = show
    counter.subscribe(self)
  }

  func update(presenting view: View) {
    show([
      view.title,
      "",
      "  \(view.count)",
      "",
      "+ \(view.incrementButton.title)   - \(view.decrementButton.title)   q Quit",
    ])
  }

  func update(performing command: Command) {}

  enum Outcome {
    case pressed, quit, unknown
  }

  func userDidPress(_ key: Key) -> Outcome {
    switch key {
    case .character("+"): counter.dispatch(counter.view.incrementButton.callback)
    case .character("-"): counter.dispatch(counter.view.decrementButton.callback)
    case .character("q"): return .quit
    default: return .unknown
    }
    return .pressed
  }
}
