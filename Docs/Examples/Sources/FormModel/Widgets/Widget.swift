import ExampleTerminal

/// Something of a screen that takes keys when it is its turn.
protocol Widget: AnyObject {
  /// Does what `key` does here; false if that is nothing.
  func press(_ key: Key) -> Bool
}
