import ReactiveElm

// Rows of the table "When the compiler says" in Docs/Debugging.md: programs.

struct Counter: Module {
  enum Message { case add }
  struct Model: Initable { var count = 0 }
  enum Command { case save }

  static func update(for message: Message, model: inout Model) -> [Command] { [] }
  static func view(for model: Model) -> Int { model.count }
}

func closureAsHandler() {
  // expect-error: closure passed to parameter of type 'CommandHandler<Counter>' that does not accept a closure
  _ = Counter.makeProgram(handler: { _ in .add })
  _ = Counter.makeProgram(performing: { _ in .add })
  _ = Counter.makeProgram(handler: .performing { _ in .add })
}
