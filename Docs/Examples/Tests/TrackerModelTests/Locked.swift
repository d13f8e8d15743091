import Foundation

/// A thread-safe value.
final class Locked<Value: Sendable>: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }
  func update(_ change: (inout Value) -> Void) { lock.withLock { change(&stored) } }
}
