import ReactiveElm

/// The functional core: messages, model and view.
struct Counter: Module {
  enum Message {
    case userDidTapIncrementButton
    case userDidTapDecrementButton
  }

  struct Model: Initable {
    var count = 0
  }

  struct View {
    let title = "Counter"
    let count: String
    let incrementButton = Button(
      title: "Increment",
      callback: .userDidTapIncrementButton
    )
    let decrementButton = Button(
      title: "Decrement",
      callback: .userDidTapDecrementButton
    )
    struct Button {
      let title: String
      let callback: Message
    }
  }

  enum Command {}

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .userDidTapIncrementButton:
      model.count += 1
    case .userDidTapDecrementButton:
      model.count -= 1
    }
    return []
  }

  static func view(for model: Model) -> View {
    let count = String(model.count)
    return View(count: count)
  }
}
