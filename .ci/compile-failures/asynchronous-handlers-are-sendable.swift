import ReactiveElm

final class Box { var count = 0 }

struct Loose: Module {
  enum Message: Sendable { case here }
  struct Model: Initable {}
  enum Command: Sendable { case there }
  static func update(for message: Message, model: inout Model) -> [Command] { [] }
  static func view(for model: Model) -> Int { 0 }
}

struct Shared: Module {
  enum Message { case filled(Box) }
  struct Model: Initable {}
  enum Command { case fill }
  static func update(for message: Message, model: inout Model) -> [Command] { [] }
  static func view(for model: Model) -> Int { 0 }
}

func allowed() {
  let program = Shared.makeProgram(performing: { command in .filled(Box()) })
  program.dispatch(.filled(Box()))
}

func refused() {
  _ = Shared.makeProgram(performing: { command in  // expect-error: does not conform to the 'Sendable' protocol
    await Task.yield()
    return .filled(Box())
  })
}

@MainActor
func handler() {
  let box = Box()
  let program = Loose.makeProgram { command in
    await Task.yield()
    box.count += 1  // expect-error: capture of 'box' with non-Sendable type 'Box' in a '@Sendable' closure
    return .here
  }
  program.dispatch(.here)
}
