#if canImport(Combine)
import Combine
import ReactiveCore

/// A subscriber that logs its input and requests the test's demand.
final class Probe<Input>: Subscriber {
  typealias Failure = Never

  /// The calls, except those made by `onReceive`.
  var log: [String] = []
  var values: [Input] = []
  var completions: Int { log.count { $0 == "completion" } }
  var subscription: (any Combine.Subscription)?
  /// Requested at subscription.
  private let first: Subscribers.Demand
  private let keepsSubscription: Bool
  var onSubscription: (any Combine.Subscription) -> Void = { _ in }
  /// The action and result of `receive`.
  var onReceive: (Input) -> Subscribers.Demand = { _ in .none }

  init(asking first: Subscribers.Demand, keepsSubscription: Bool = true) {
    self.first = first
    self.keepsSubscription = keepsSubscription
  }

  func receive(subscription: any Combine.Subscription) {
    log.append("subscription")
    if keepsSubscription { self.subscription = subscription }
    onSubscription(subscription)
    if first > .none { subscription.request(first) }
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    log.append("value")
    values.append(input)
    return onReceive(input)
  }
  func receive(completion: Subscribers.Completion<Never>) { log.append("completion") }

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}

/// A derivation as in the layers above.
func derive<Value: Equatable>(_ compute: @escaping () -> Value) -> Behavior<Value> {
  ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line, compute: compute)
}
#endif
