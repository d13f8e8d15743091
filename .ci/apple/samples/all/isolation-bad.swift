// The language mode is 6: global state and the main actor are checked.
var globalState = 0  // expect-error: not concurrency-safe

@MainActor final class Screen { var title = "" }

func write(_ screen: Screen) {
  screen.title = "Ready"  // expect-error: can not be mutated from a nonisolated context
}
