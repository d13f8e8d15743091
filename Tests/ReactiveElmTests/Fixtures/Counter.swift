import ReactiveElm

/// The seed's counter, with a one-line view.
struct Counter: Module {
  enum Message { case increment, decrement }
  struct Model: Initable { var count = 0 }
  enum Command {}
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .increment: model.count += 1
    case .decrement: model.count -= 1
    }
    return []
  }
  static func view(for model: Model) -> String { "Count: \(model.count)" }
}
