import ReactiveElm

// Ordinary code with closures nested as users nest them. The type checker's work is limited.

enum Element: Equatable {
  case text(String)
  case button(String, Shop.Message)
  case list([Element])
}

func column(@ElementBuilder _ content: () -> [Element]) -> Element { .list(content()) }

@resultBuilder
enum ElementBuilder {
  static func buildExpression(_ element: Element) -> [Element] { [element] }
  static func buildExpression(_ text: String) -> [Element] { [.text(text)] }
  static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  static func buildEither(first: [Element]) -> [Element] { first }
  static func buildEither(second: [Element]) -> [Element] { second }
  static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}

struct Line: Equatable {
  var name = ""
  var price = 0.0
  var count = 1
}

struct Shop: Module {
  enum Message: Sendable, Equatable {
    case add(String, Double)
    case remove(Int)
    case order
    case ordered(Int)
  }
  struct Model: Initable, Equatable {
    var lines: [Line] = []
    var order: Int?
  }
  enum Command: Sendable, Equatable { case order([String]) }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let name, let price):
      if let index = model.lines.firstIndex(where: { $0.name == name && abs($0.price - price) < 0.005 }) {
        model.lines[index].count += 1
      } else {
        model.lines.append(Line(name: name, price: price))
      }
    case .remove(let index): model.lines.remove(at: index)
    case .order: return [.order(model.lines.flatMap { line in (0..<line.count).map { "\(line.name) \($0 + 1)" } })]
    case .ordered(let number): model.order = number
    }
    return []
  }

  static func view(for model: Model) -> Element {
    column {
      if model.lines.isEmpty { "nothing" } else { "\(model.lines.reduce(0) { $0 + $1.count }) pieces" }
      for (index, line) in model.lines.enumerated() {
        column {
          "\(line.count) × \(line.name): \((line.price * Double(line.count) * 100).rounded() / 100)"
          Element.button("Remove", .remove(index))
        }
      }
      if let order = model.order { "Order \(order)" }
      Element.button("Order", .order)
    }
  }
}

func programs(_ log: @escaping (String) -> Void, _ bag: SubscriptionBag) -> [Program<Shop>] {
  (0..<3).map { index in
    let program = Shop.makeProgram { command in
      switch command {
      case .order(let names):
        return names.isEmpty ? nil : .ordered(names.map { $0.count }.reduce(index) { $0 * 2 + $1 })
      }
    }
    program.viewBehavior.sink { view in
      if case .list(let elements) = view { log("\(index): \(elements.count - 1) of \(elements.map { "\($0)" })") }
    }.store(in: bag)
    return program
  }
}

func answering(_ answers: [String: Int]) -> Program<Shop> {
  Shop.makeProgram { command async in
    switch command {
    case .order(let names): return names.compactMap { answers[$0].map { $0 * 2 + 1 } }.max().map { .ordered($0) }
    }
  }
}

enum Watch: Module {
  struct Model: Initable { var seconds = 0 }
  enum Message: Sendable { case tick(Int) }
  enum Command: Sendable { case add(Int) }
  enum Source: Hashable, Sendable { case time(Int) }
  static func update(for message: Message, model: inout Model) -> [Command] { [] }
  static func view(for model: Model) -> Int { model.seconds }
  static func subscriptions(for model: Model) -> [Source] { [.time(1)] }
}

// `performing` is one of two forms here, and the trailing closure is `listening`.
func listening(_ clocks: [Event<Int>]) -> [Program<Watch>] {
  clocks.enumerated().map { index, clock in
    Watch.makeProgram(
      performing: { command in
        guard case .add(let number) = command, number > 0 else { return nil }
        return .tick(clocks.indices.map { $0 * number + index }.reduce(0) { $0 + $1 })
      }
    ) { source, dispatch in
      guard case .time(let step) = source else { return clock.sink { _ in } }
      return clock.sink { second in dispatch(.tick(clocks.indices.map { $0 * step + second }.reduce(0) { $0 + $1 })) }
    }
  }
}
