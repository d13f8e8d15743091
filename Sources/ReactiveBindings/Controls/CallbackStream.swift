package import ReactiveCore

/// A stream of what a callback brings, which is registered only while somebody observes.
///
/// While it is observed, whoever calls the callback keeps the stream; so `control.events(for: .valueChanged).sink { }`
/// goes on for as long as the control, and nobody has to keep the stream. While it is not, nothing is registered, and
/// its source does not know of it.
package final class CallbackStream<Payload>: EventStream<Payload>, Upstream {
  private let register: (_ tell: @escaping (Payload) -> Void) -> () -> Void
  private var unregister: (() -> Void)?

  package var isKeptByRoots: Bool { true }
  package var followsBehavior: Bool { false }

  /// A stream of what `tell` is called with.
  ///
  /// `register` is called when a first observer has come, and returns what ends it, which is called when the last one
  /// has gone. Neither may hold the source strongly, if the source is to hold `tell`.
  package init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    register: @escaping (_ tell: @escaping (Payload) -> Void) -> () -> Void
  ) {
    self.register = register
    super.init(name: name, file: file, line: line)
    observers.demand = self
  }

  package func settle(_ upstream: inout [any Upstream]) {
    if observers.isEmpty {
      let unregister = self.unregister
      self.unregister = nil
      unregister?()
    } else if unregister == nil {
      unregister = register { [self] in observers.send($0) }
    }
  }

  deinit { observers.demand = nil }
}
