import ExampleTerminal
import ReactiveElm

/// The imperative shell: what the seed's view controller is on a telephone.
final class CounterScreen: Subscriber {
  typealias View = Counter.View
  typealias Command = Counter.Command

  private let counter: Program<Counter>
  private let show: ([String]) -> Void

  /// - Parameter show: puts lines of text onto the screen, in place of those that were there.
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

  /// What a press has come to.
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
