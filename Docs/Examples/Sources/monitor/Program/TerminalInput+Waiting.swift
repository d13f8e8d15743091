import ExampleTerminal
import Foundation

extension TerminalInput {
  /// Waits for `seconds`.
  ///
  /// - Parameter redraw: called when the screen must be repainted.
  /// - Returns: false if the user pressed q or stopped the program by a signal.
  mutating func wait(_ seconds: Double, redraw: () -> Void = {}) -> Bool {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    while true {
      switch next(within: end - ProcessInfo.processInfo.systemUptime) {
      case .timeout: return true
      case .redraw: redraw()
      case .stop, .key("q"), .key("Q"), .key(.control("d")): return false
      case .key: break
      }
    }
  }
}
