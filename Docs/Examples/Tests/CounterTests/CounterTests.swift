import ExampleTerminal
import ReactiveElm
import Testing

@testable import counter

@Suite struct CounterTests {
  @Test func eachTapCountsOnce() {
    let counter = Counter.makeProgram()
    #expect(counter.view.count == "0")
    counter.dispatch(counter.view.incrementButton.callback)
    counter.dispatch(counter.view.incrementButton.callback)
    counter.dispatch(counter.view.decrementButton.callback)
    #expect(counter.view.count == "1")
    #expect(counter.model.count == 1)
  }

  @Test func theScreenShowsTheViewAtOnceAndAfterEachKey() {
    var shown: [[String]] = []
    let screen = CounterScreen(Counter.makeProgram()) { shown.append($0) }
    #expect(screen.userDidPress(.character("-")) == .pressed)
    #expect(screen.userDidPress(.enter) == .unknown)
    #expect(screen.userDidPress(.character("q")) == .quit)
    #expect(shown.map { $0[2] } == ["  0", "  -1"])
  }
}
