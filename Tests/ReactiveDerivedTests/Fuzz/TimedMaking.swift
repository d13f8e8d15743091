import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

/// Makes isolated objects for graphs whose own code is in no isolation.
///
/// Its functions, and the graphs that use it, belong to the isolation in which it is made.
struct TimedMaking {
  typealias Start<Value> = (_ send: @escaping (Value) -> Void) -> Subscription

  let stream: (TimeModel.Kind, EventStream<Int>, Duration, ManualClock) -> EventStream<Int>
  let window:
    (
      EventStream<Int>, Duration, ManualClock, _ adding: @escaping (inout Int, Int) -> Void,
      _ removing: @escaping (inout Int, Int) -> Void
    ) -> Behavior<Int>
  let debounced: (Behavior<Int>, Duration, ManualClock) -> Behavior<Int>
  /// An alarm that rings before that of the object made next, if both are due together.
  let alarm: (ManualClock, @escaping () -> Void) -> Alarm
  let sources: LingeringSources
  let events: (@escaping Start<Int>, Duration, ManualClock) -> EventStream<Int>

  init(_ place: isolated FuzzActor) {
    stream = { $0.apply(to: $1, $2, $3, isolation: place) }
    window = { $0.window(0, for: $1, clock: $2, isolation: place, adding: $3, removing: $4) }
    debounced = { $0.debounced(for: $1, clock: $2, isolation: place) }
    alarm = { Alarm(Schedule($0, place, "an alarm was made"), label: "the fuzzer", whenDue: $1) }
    sources = LingeringSources(place)
    events = { EventStream(whileObserved: $0, lingering: $1, clock: $2, isolation: place) }
  }
}
