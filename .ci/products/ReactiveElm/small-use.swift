import ReactiveElm

struct Counter: Module {
  enum Message { case increment, decrement }
  struct Model: Initable { var count = 0 }
  enum Command { case celebrate(Int) }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .increment: model.count += 1
    case .decrement: model.count -= 1
    }
    return model.count == 2 ? [.celebrate(model.count)] : []
  }
  static func view(for model: Model) -> Int { model.count }
}

func use() {
  let counter = Counter.makeProgram(performing: { command in
    print(command)
    return nil
  })
  counter.viewBehavior.observe { print($0) }
  counter.dispatch(.increment)
  counter.dispatch(.increment)
}
use()
