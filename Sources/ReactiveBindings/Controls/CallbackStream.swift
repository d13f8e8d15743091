package import ReactiveCore

/// A stream of what a callback receives. The callback is registered only while the stream is observed.
///
/// While it is observed, the source of the callbacks keeps the stream; so `control.events(for: .valueChanged).sink { }`
/// lives as long as the control, and the stream need not be kept. While it is not observed, nothing is registered, and
/// its source does not know of it.
package final class CallbackStream<Payload>: EventStream<Payload>, Upstream {
  private let register: (_ emit: @escaping (Payload) -> Void) -> () -> Void
  private var unregister: (() -> Void)?

  // Its root keeps it.
  package var isKeptByTokens: Bool { false }
  package var keptByToken: AnyObject? { nil }
  package var followsBehavior: Bool { false }

  /// A stream of the values that `emit` is called with.
  ///
  /// `register` is called for the first observer, and returns a function that is called after the last observer has
  /// ended. Neither may hold the source strongly, if the source is to hold `emit`.
  package init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    register: @escaping (_ emit: @escaping (Payload) -> Void) -> () -> Void
  ) {
    self.register = register
    super.init(name: name, file: file, line: line)
    observers.upstream = self
  }

  package func updateConnection(_ upstream: inout [any Upstream]) {
    if observers.isEmpty {
      let unregister = self.unregister
      self.unregister = nil
      unregister?()
    } else if unregister == nil {
      unregister = register { [self] in observers.send($0) }
    }
  }
}
