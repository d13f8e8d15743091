import ReactiveElm

struct Plain: Module {
  enum Message { case here }
  struct Model: Initable {}
  enum Command {}
  static func update(for message: Message, model: inout Model) -> [Command] { [] }
  static func view(for model: Model) -> Int { 0 }
}

func needsSendable(_ value: some Sendable) {}

func refused(_ program: Program<Plain>, _ dispatcher: Dispatcher<Plain.Message>) {
  needsSendable(program)  // expect-error: 'Program<Plain>' does not conform to the 'Sendable' protocol
  needsSendable(dispatcher)  // expect-error: does not conform to the 'Sendable' protocol
  needsSendable(program.sender)
}
