// Unsafe: envelopes from any thread, read in one isolation.
//
// The reading function belongs to that isolation; the compiler cannot check that it is called only there. Invariant:
// `receive` is called on `home`, and on no earlier home. It may be released anywhere, so it captures weakly.

/// An isolation to return to. Holds actors weakly, except the main actor, since the holder likely belongs to the actor.
@safe
@usableFromInline
package enum IsolationReference: Sendable {
  case nowhere
  case main
  case actor(WeakActor)

  @usableFromInline
  package final class WeakActor: Sendable {
    nonisolated(unsafe) private weak var target: (any Actor)?
    /// Nothing else retains this one.
    private let executor: ExecutorActor?
    fileprivate init(_ target: any Actor) {
      executor = target as? ExecutorActor
      unsafe self.target = target
    }
    fileprivate var actor: (any Actor)? { unsafe target }
  }

  @usableFromInline var actor: (any Actor)? {
    switch self {
    case .nowhere: nil
    case .main: MainActor.shared
    case .actor(let reference): reference.actor
    }
  }

  @usableFromInline
  package init(_ actor: (any Actor)?) {
    self =
      switch actor {
      case nil: .nowhere
      case is MainActor: .main
      case let actor?: .actor(WeakActor(actor))
      }
  }

  /// The caller's `actor`. Outside of any actor, stops with a message that begins with `event`: what was made or given
  /// there.
  static func need(_ actor: (any Actor)?, toComeBack purpose: String, _ event: () -> String) -> any Actor {
    if let actor { return actor }
    stop(
      """
      \(event()) outside of any actor: there is no isolation to come back to \(purpose). Make it on the main actor or another \
      one: in a method, or in an initializer of the main actor. (Swift knows of no actor in the initial value of a property, \
      lazy or not: in a class of the main actor, give it isolation: MainActor.shared there. Nor does it in an actor's own \
      initializer, unless that is async and all properties have values.)
      """)
  }

  var exists: Bool {
    if case .nowhere = self { false } else { true }
  }
}

/// Brings envelopes from any thread to one isolation, in posting order.
@safe
package final class Mailbox<Envelope>: Sendable {
  private struct State {
    var home: IsolationReference
    /// The number of moves to other homes.
    var moves = 0
    var envelopes: [Envelope] = []
    var isUnderway = false
    var isClosed = false
    /// The number of nested calls of `receive`.
    var receiving = 0
  }

  private let state: Locked<State>
  nonisolated(unsafe) private let receive: (Envelope?) -> Void

  /// `receive` is called on `home`: with nil when envelopes wait, and with an envelope posted there. Without a home,
  /// the owner fetches envelopes.
  package init(home: IsolationReference, receive: @escaping (Envelope?) -> Void) {
    state = Locked(State(home: home))
    unsafe self.receive = receive
  }

  /// Removes and returns the waiting envelopes, in order.
  package func takeAll() -> [Envelope] {
    state.withLock { state in
      defer { state.envelopes = [] }
      return state.envelopes
    }
  }

  /// Drops the waiting envelopes and ignores later ones.
  package func close() {
    // Released without recursion: an envelope may hold the next owner of a mailbox in a long list.
    _ = ReleaseGuard(
      state.withLock { state in
        state.isClosed = true
        defer { state.envelopes = [] }
        return state.envelopes
      })
  }

  /// Call on `home`, to which the receiver was sent: envelopes are received there from now on, and calls on their way to
  /// the old home do nothing. Returns whether one of them is running.
  package func moveHere(_ home: IsolationReference) -> Bool {
    let (old, isReceiving, moves) = state.withLock { state in
      let (old, isReceiving) = (state.home, state.receiving > 0)
      state.home = home
      state.moves += 1
      state.isUnderway = home.exists && !state.envelopes.isEmpty
      return (old, isReceiving, state.isUnderway ? state.moves : nil)
    }
    withExtendedLifetime(old) {}
    if let moves { callReceiver(at: home, moves) }
    return isReceiving
  }

  /// Does nothing and returns false if the receiver has moved since.
  private func deliver(_ envelope: Envelope?, after moves: Int) -> Bool {
    let isHere = state.withLock { state in
      if state.moves != moves { return false }
      if case nil = envelope { state.isUnderway = false }
      state.receiving += 1
      return true
    }
    if !isHere { return false }
    unsafe receive(envelope)
    state.withLock { $0.receiving -= 1 }
    return true
  }

  private func deliver(on isolation: isolated any Actor, after moves: Int) { _ = deliver(nil, after: moves) }

  private func callReceiver(at home: IsolationReference, _ moves: Int) {
    switch home {
    case .nowhere: break
    // The task starts there, without waiting for a pool thread.
    case .main: Home.main.performLater { _ = self.deliver(nil, after: moves) }
    case .actor(let reference):
      Task {
        if let actor = reference.actor { await deliver(on: actor, after: moves) }
      }
    }
  }
}

extension Mailbox {
  /// Posts an envelope; ignored once closed. If the caller is known to be at home unless the receiver has moved more
  /// than this many times, it is received in this call, or not at all if `onlyThere`.
  package func post(_ envelope: sending Envelope, isHomeAfter moves: Int? = nil, onlyThere: Bool = false) {
    if let moves, deliver(envelope, after: moves) || onlyThere { return }
    let new = state.withLock { state -> (home: IsolationReference, moves: Int)? in
      if state.isClosed { return nil }
      state.envelopes.append(envelope)
      if !state.home.exists || state.isUnderway { return nil }
      state.isUnderway = true
      return (state.home, state.moves)
    }
    if let new { callReceiver(at: new.home, new.moves) }
  }
}
