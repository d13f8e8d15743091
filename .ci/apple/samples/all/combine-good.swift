public import Combine

public struct Repeated: Publisher {
  public typealias Output = Int
  public typealias Failure = Never
  let value: Int
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Delivery(subscriber, value))
  }

  final class Delivery<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
    var subscriber: S?
    let value: Int
    init(_ subscriber: S, _ value: Int) {
      self.subscriber = subscriber
      self.value = value
    }
    func request(_ demand: Subscribers.Demand) {
      guard demand > .none else { return }
      let more = subscriber?.receive(value) ?? .none
      if more == 0 { subscriber?.receive(completion: .finished) }
    }
    func cancel() { subscriber = nil }
  }
}

final class Store: ObservableObject {
  @Published var name = ""
  var kept: Set<AnyCancellable> = []
  func start() {
    Repeated(value: 1).map { "\($0)" }.sink { [weak self] in self?.name = $0 }.store(in: &kept)
    $name.eraseToAnyPublisher().sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &kept)
    let subject = CurrentValueSubject<Int, Never>(1)
    subject.send(2)
    subject.assign(to: \.value, on: subject).cancel()
    objectWillChange.send()
  }
}
