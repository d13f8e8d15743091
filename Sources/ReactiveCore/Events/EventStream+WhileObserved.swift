/// Lets an initializer of ``EventStream`` return a subclass. You need not use it.
///
/// ```swift
/// let none = EventStream<Int>(whileObserved: { _ in Subscription {} })
/// print(none is Event<Int>)  // false
/// ```
public protocol EventStreamProtocol {}

extension EventStream: EventStreamProtocol {}

extension EventStreamProtocol {
  /// A stream of payloads from outside of the graph.
  ///
  /// `start` is called when the first observer subscribes. Its result is cancelled after the last observer ends.
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
  /// The stream starts and stops when all running work is done, like
  /// ``OpenBehavior/init(_:whileObserved:name:file:line:)``. `start` runs as a batch. It receives a function that sends
  /// a payload to the observers; that function does nothing after the stop, and does not retain the stream.
  ///
  /// The stream retains `start` and, while it is observed, the result of `start`, which is cancelled with the stream at
  /// the latest. Keep the stream or a subscription. A stream derived from it retains it, and must be kept likewise.
  /// Cost: about 560 bytes.
  public init<Payload>(
    whileObserved start: @escaping (_ send: @escaping (Payload) -> Void) -> Subscription, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Self == EventStream<Payload> {
    self = SourceStream(name, file, line, start)
  }

  /// A stream that runs while it is observed and for a while after.
  ///
  /// The time begins when the last observer ends, and is measured by `clock`; an observer that comes and goes within
  /// one batch or delivery does not count. The stop runs in a turn of its own, in the isolation that made the stream.
  /// Outside of any isolation the program stops with a message. With a duration of zero or less, the stream stops
  /// without waiting, and needs no isolation.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public init<Payload>(
    whileObserved start: @escaping (_ send: @escaping (Payload) -> Void) -> Subscription, lingering: Duration,
    clock: any Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Self == EventStream<Payload> {
    self = SourceStream(name, file, line, start) { Activity.Linger(for: lingering, clock, isolation, $0) }
  }
}

/// A stream with an activity. Its user keeps it or a token of it.
final class SourceStream<Payload>: EventStream<Payload>, Upstream, EndsAtHome {
  private final class Held {
    let activity: Activity
    init(_ activity: Activity) { self.activity = activity }
    deinit { activity.end() }
  }
  private var held = ReleaseGuard<Held>()
  private var runsAlways = false

  var isKeptByTokens: Bool { true }
  var keptByToken: AnyObject? { self }

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

  // Spelled out, because the compiler warns that its own version recurses endlessly (Swift 6.3).
  @available(*, unavailable)
  override init(name: String?, file: StaticString, line: UInt) {
    stop("a stream was made without a source. This is a fault of this library: report it.")
  }

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
