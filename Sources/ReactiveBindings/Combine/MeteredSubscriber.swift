#if canImport(Combine)
import Combine

/// A subscriber, and how much it has asked for: it is given no more.
final class MeteredSubscriber<Downstream: Subscriber> where Downstream.Failure == Never {
  /// In an object of its own, since generic code looks the type of an optional value up at run time.
  private final class Seat {
    let downstream: Downstream
    init(_ downstream: Downstream) { self.downstream = downstream }
  }

  /// Nil once the subscriber has cancelled, or has received its completion.
  private var seat: Seat?
  private var demand = Subscribers.Demand.none
  /// What it has not asked for yet. Nothing waits while there is demand, unless its `receive` is on the stack.
  private var waiting: Downstream.Input?
  private var isAnythingWaiting = false
  private let keepsNewest: Bool
  /// The subscriber has received its subscription; before that it must not receive a completion.
  private var hasBegun = false
  /// Its `receive` is on the stack.
  private var isGiving = false
  /// The source ended before the subscriber could receive the completion.
  private var isFinishing = false

  /// `keepsNewest`: a value without demand waits until a newer one replaces it; otherwise it is dropped.
  init(_ downstream: Downstream, keepsNewest: Bool) {
    seat = Seat(downstream)
    self.keepsNewest = keepsNewest
  }

  /// Gives it its subscription, which may be used at once.
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
    // A request made inside of `receive` is met by the call that is running `receive`, so the stack does not grow.
    if isAnythingWaiting && !isGiving { catchUp() }
  }

  func cancel() {
    // The end of these objects may call this subscriber again.
    let last = seat
    seat = nil
    forgetWaiting()
    withExtendedLifetime(last) {}
  }

  /// The source has ended.
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

  /// The old one ends when everything is in order: that may run any code.
  private func replaceWaiting(by new: Downstream.Input?) {
    let old = waiting
    waiting = new
    withExtendedLifetime(old) {}
  }
}

/// Lives in the source's observer: its end is the source's, unless the subscriber cancelled before.
final class SourceEnd<Downstream: Subscriber> where Downstream.Failure == Never {
  let subscriber: MeteredSubscriber<Downstream>
  init(_ subscriber: MeteredSubscriber<Downstream>) { self.subscriber = subscriber }
  deinit { subscriber.finish() }
}
#endif
