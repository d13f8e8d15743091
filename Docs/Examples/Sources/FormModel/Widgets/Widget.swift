import ExampleTerminal

/// A part of a screen that takes keys while focused.
protocol Widget: AnyObject {
  /// Handles `key`; returns false if it does nothing.
  func press(_ key: Key) -> Bool
}
