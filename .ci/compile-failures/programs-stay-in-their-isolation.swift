import ReactiveElm

struct Loose: Module {
  enum Message: Sendable { case here }
  struct Model: Initable {}
  enum Command: Sendable { case there }
  static func update(for message: Message, model: inout Model) -> [Command] { [] }
  static func view(for model: Model) -> Int { 0 }
}

@MainActor
func elsewhere() {
  let program = Loose.makeProgram()
  let sender = program.sender
  Task.detached { sender(.here) }
  Task.detached { program.dispatch(.here) }  // expect-error: sending
  program.dispatch(.here)
}
