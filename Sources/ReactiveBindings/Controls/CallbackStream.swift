package import ReactiveCore

/// A stream of a callback's values. The callback is registered only while the stream is observed.
///
/// While observed, the source of the callbacks keeps the stream. So `control.events(for: .valueChanged).sink { }` lives
/// as long as the control, without a reference to the stream.
package final class CallbackStream<Payload>: EventStream<Payload>, Upstream {
  private let register: (_ emit: @escaping (Payload) -> Void) -> () -> Void
  private var unregister: (() -> Void)?

  // Kept by its root.
  package var isKeptByTokens: Bool { false }
  package var keptByToken: AnyObject? { nil }

  /// A stream of the values passed to `emit`.
  ///
  /// `register` is called for the first observer. It returns a function that is called after the last observer ends.
  /// Neither may hold the source strongly if the source holds `emit`.
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
