// Streams whose source is no part of the graph: what observes it begins and ends with the observers.

/// What makes an initialiser of ``EventStream`` return a stream of a kind of its own. You need not know it.
///
/// ```swift
/// let none = EventStream<Int>(whileObserved: { _ in Subscription {} })
/// print(none is Event<Int>)  // false
/// ```
public protocol EventStreamProtocol {}

extension EventStream: EventStreamProtocol {}

extension EventStreamProtocol {
  /// A stream of what something outside of the graph sends: `start` is called when the first observer comes, and what
  /// it returns is cancelled after the last one has left.
  ///
  /// ```swift
  /// var listeners: [(String) -> Void] = []
  /// let messages = EventStream<String>(whileObserved: { send in
  ///   listeners = [send]
  ///   return Subscription { listeners = [] }
  /// })
  /// let subscription = messages.sink { print($0) }
  /// for listener in listeners { listener("hello") }  // prints "hello"
  /// subscription.cancel()
  /// print(listeners.count)                           // 0
  /// ```
  ///
  /// Starts and stops are settled when everything that runs is over, as those of an
  /// ``OpenBehavior/init(_:whileObserved:name:file:line:)`` are, and `start` is a batch. It is given a function that sends a
  /// payload to the observers; that does nothing after the stop, and does not keep the stream. The stream keeps
  /// `start`; while it is observed it also keeps what `start` has returned, which is cancelled with the stream at the
  /// latest. Keep the stream or a subscription to it. A stream that is made of it keeps it, and has to be kept in the
  /// same way. Cost: about 560 bytes.
  public init<Payload>(
    whileObserved start: @escaping (_ send: @escaping (Payload) -> Void) -> Subscription, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Self == EventStream<Payload> {
    self = SourceStream(name, file, line, start)
  }

  /// As the other one, and goes on for a while without an observer.
  ///
  /// The time begins with the last observer's end, and passes on `clock`; without a duration above zero it does not
  /// linger. It stops in a turn of its own, in the isolation in which the stream is made; outside of any this stops the
  /// program with a message.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public init<Payload>(
    whileObserved start: @escaping (_ send: @escaping (Payload) -> Void) -> Subscription, lingering: Duration,
    clock: any Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Self == EventStream<Payload> {
    self = SourceStream(name, file, line, start) { Activity.Linger(for: lingering, clock, isolation, $0) }
  }
}

/// A stream with an activity. Its user keeps it, or a token of it.
final class SourceStream<Payload>: EventStream<Payload>, Upstream {
  private final class Held {
    let activity: Activity
    init(_ activity: Activity) { self.activity = activity }
    deinit { activity.end() }
  }
  private var held = ReleaseGuard<Held>()
  private var runsAlways = false

  var isKeptByTokens: Bool { true }
  var keptByToken: AnyObject? { self }
  var followsBehavior: Bool { false }

  init(
    _ name: String?, _ file: StaticString, _ line: UInt,
    _ start: @escaping (_ send: @escaping (Payload) -> Void) -> Subscription,
    linger: (_ label: @escaping () -> String) -> Activity.Linger? = { _ in nil }
  ) {
    super.init(name: name, file: file, line: line)
    let label = { [weak self] in self?.label ?? "a stream that has been deallocated" }
    let activity = Activity(linger(label), label: label) { [weak self] run in
      start { payload in if !run.isOver { self?.observers.send(payload) } }
    }
    held.content = Held(activity)
    observers.upstream = self
  }

  // Spelled out, since the one that the compiler makes brings a warning about an endless recursion in it (Swift 6.3).
  @available(*, unavailable)
  override init(name: String?, file: StaticString, line: UInt) { stop("a stream was made without a source") }

  /// Starts now, and stops when the stream ends.
  func runAlways() {
    runsAlways = true
    observers.settleIn()
    held.content?.activity.observation(isOn: true)
    Context.ready.settleLiveness()
  }

  func updateConnection(_ upstream: inout [any Upstream]) {
    if !runsAlways { held.content?.activity.observation(isOn: !observers.isEmpty) }
  }

  deinit { observers.isolation.perform(atEndOf: self, releasing: &held) }
}
