import OpenCombine

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

  static func observe(_ node: Node, _ handler: @escaping (Int) -> Void) -> Token {
    let (cancellable, kept) = (node.publisher.sink(receiveValue: handler), node.kept)
    return Token {
      cancellable.cancel()
      withExtendedLifetime(kept) {}
    }
  }

  static func map(_ node: Node, _ function: @escaping (Int) -> Int) -> Node {
    Node(publisher: node.publisher.map(function).eraseToAnyPublisher(), kept: node.kept)
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
    let cancellable = stream.sink(receiveValue: handler)
    return Token { cancellable.cancel() }
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
  static func observe(_ node: Model, _ handler: @escaping (Int) -> Void) -> Token {
    let cancellable = node.$value.sink(receiveValue: handler)
    return Token { cancellable.cancel() }
  }
}
