import Dispatch
import OpenCombine
import OpenCombineDispatch

/// OpenCombine: `CurrentValueSubject`, `map`, and a join by hand, since 0.14.0 has no `combineLatest`: a sink for each
/// input that writes another subject.
enum OpenCombineSubject: DerivingLibrary, EventLibrary {
  struct Node {
    let publisher: AnyPublisher<Int, Never>
    var kept: [AnyCancellable] = []
  }

  static let name = "OpenCombine"

  static func source(_ value: Int, named name: String) -> CurrentValueSubject<Int, Never> { CurrentValueSubject(value) }
  static func node(_ source: CurrentValueSubject<Int, Never>) -> Node {
    Node(publisher: source.eraseToAnyPublisher())
  }
  static func read(_ source: CurrentValueSubject<Int, Never>) -> Int { source.value }
  static func write(_ value: Int, to source: CurrentValueSubject<Int, Never>) { source.value = value }

  struct Token {
    let cancellable: AnyCancellable
    var kept: [AnyCancellable] = []
  }

  static func observe(_ node: Node, _ handler: @escaping (Int) -> Void) -> Token {
    Token(cancellable: node.publisher.sink(receiveValue: handler), kept: node.kept)
  }

  static func cancel(_ token: Token) { token.cancellable.cancel() }

  static func map(_ node: Node, _ function: @escaping (Int) -> Int) -> Node {
    Node(publisher: node.publisher.map(function).eraseToAnyPublisher(), kept: node.kept)
  }

  static func join(_ one: Node, _ other: Node, _ function: @escaping (Int, Int) -> Int) -> Node {
    let joined = CurrentValueSubject<Int?, Never>(nil)
    var (left, right): (Int?, Int?)
    let kept = [
      one.publisher.sink {
        left = $0
        if let right { joined.send(function($0, right)) }
      },
      other.publisher.sink {
        right = $0
        if let left { joined.send(function(left, $0)) }
      },
    ]
    return Node(publisher: joined.compactMap { $0 }.eraseToAnyPublisher(), kept: one.kept + other.kept + kept)
  }

  static func join(_ nodes: [Node], _ function: @escaping ([Int]) -> Int) -> Node {
    let joined = CurrentValueSubject<Int?, Never>(nil)
    var values = [Int?](repeating: nil, count: nodes.count)
    var kept = nodes.flatMap(\.kept)
    for (index, node) in nodes.enumerated() {
      let cancellable = node.publisher.sink { value in
        values[index] = value
        let present = values.compactMap { $0 }
        if present.count == values.count { joined.send(function(present)) }
      }
      kept.append(cancellable)
    }
    return Node(publisher: joined.compactMap { $0 }.eraseToAnyPublisher(), kept: kept)
  }

  static func stream(named name: String) -> PassthroughSubject<Int, Never> { PassthroughSubject() }
  static func send(_ payload: Int, to stream: PassthroughSubject<Int, Never>) { stream.send(payload) }
  static func sink(_ stream: PassthroughSubject<Int, Never>, _ handler: @escaping (Int) -> Void) -> Token {
    Token(cancellable: stream.sink(receiveValue: handler))
  }
}

/// OpenCombine: a class with a `@Published` property.
enum OpenCombinePublished: Library {
  final class Model {
    @Published var value: Int

    init(_ value: Int) { self.value = value }
  }

  static let name = "OpenCombine, `@Published`"

  static func source(_ value: Int, named name: String) -> Model { Model(value) }
  static func node(_ source: Model) -> Model { source }
  static func read(_ source: Model) -> Int { source.value }
  static func write(_ value: Int, to source: Model) { source.value = value }
  static func observe(_ node: Model, _ handler: @escaping (Int) -> Void) -> AnyCancellable {
    node.$value.sink(receiveValue: handler)
  }

  static func cancel(_ token: AnyCancellable) { token.cancel() }
}

extension OpenCombineSubject: RowLibrary, TimedLibrary {
  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (Int, Int) -> Void {
    let all = CurrentValueSubject<[Row], Never>(rows)
    let cancellable = all.map(countOfOdd).sink(receiveValue: observer)
    return { id, value in
      all.value[id].value = value
      withExtendedLifetime(cancellable) {}
    }
  }

  static func debounced() -> (Int) -> Void {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.debounce(for: .seconds(1000), scheduler: DispatchQueue.main.ocombine).sink { _ in }
    return {
      subject.send($0)
      withExtendedLifetime(cancellable) {}
    }
  }

  static func answered(_ observer: @escaping (Int) -> Void) -> (Int) -> Void {
    let question = CurrentValueSubject<Int, Never>(0)
    let answers = question.map { value in
      Future<Int, Never> { promise in
        nonisolated(unsafe) let promise = promise
        Task { @MainActor in promise(.success(await answer(to: value))) }
      }
    }
    let cancellable = answers.switchToLatest().sink(receiveValue: observer)
    return {
      question.value = $0
      withExtendedLifetime(cancellable) {}
    }
  }
}
