#if canImport(Combine)
import Combine

/// Gives a subscriber no more values than it has requested.
final class MeteredSubscriber<Downstream: Subscriber> where Downstream.Failure == Never {
  /// An object, since generic code looks up the type of an optional value at run time.
  private final class Seat {
    let downstream: Downstream
    init(_ downstream: Downstream) { self.downstream = downstream }
  }

  /// Nil after cancellation or completion.
  private var seat: Seat?
  private var demand = Subscribers.Demand.none
  /// Holds a value only without demand, or while `receive` is on the stack.
  private var waiting: Downstream.Input?
  private var isAnythingWaiting = false
  private let keepsNewest: Bool
  /// The subscriber has received its subscription. A completion must not come earlier.
  private var hasBegun = false
  private var isGiving = false
  /// The source ended before the subscriber could receive the completion.
  private var isFinishing = false

  /// `keepsNewest`: without demand, the newest value waits instead of being dropped.
  init(_ downstream: Downstream, keepsNewest: Bool) {
    seat = Seat(downstream)
    self.keepsNewest = keepsNewest
  }

  func begin(_ subscription: some Combine.Subscription) {
    seat?.downstream.receive(subscription: subscription)
    hasBegun = true
    if isFinishing { finish() }
  }

  func offer(_ value: Downstream.Input) {
    guard let seat else { return }
    if demand > .none && !isGiving {
      isGiving = true
      demand -= 1
      demand += seat.downstream.receive(value)
      isGiving = false
      if isAnythingWaiting || isFinishing { catchUp() }
    } else if keepsNewest {
      isAnythingWaiting = true
      replaceWaiting(by: value)
    }
  }

  func request(_ more: Subscribers.Demand) {
    if seat == nil { return }
    demand += more
    // The running `receive` call serves requests made inside it, so the stack does not grow.
    if isAnythingWaiting && !isGiving { catchUp() }
  }

  func cancel() {
    // Releasing these may call this subscriber again.
    let last = seat
    seat = nil
    forgetWaiting()
    withExtendedLifetime(last) {}
  }

  func finish() {
    if isGiving || !hasBegun {
      isFinishing = true
      return
    }
    let last = seat
    cancel()
    last?.downstream.receive(completion: .finished)
  }

  private func catchUp() {
    isGiving = true
    while demand > .none, let seat, let value = waiting {
      forgetWaiting()
      demand -= 1
      demand += seat.downstream.receive(value)
    }
    isGiving = false
    if isFinishing { finish() }
  }

  private func forgetWaiting() {
    if !isAnythingWaiting { return }
    isAnythingWaiting = false
    replaceWaiting(by: nil)
  }

  /// Releases the old value last: that may run any code.
  private func replaceWaiting(by new: Downstream.Input?) {
    let old = waiting
    waiting = new
    withExtendedLifetime(old) {}
  }
}

/// Kept by the source's observer. It is deallocated with the source, or when the subscriber cancels.
final class SourceEnd<Downstream: Subscriber> where Downstream.Failure == Never {
  let subscriber: MeteredSubscriber<Downstream>
  init(_ subscriber: MeteredSubscriber<Downstream>) { self.subscriber = subscriber }
  deinit { subscriber.finish() }
}
#endif
