import ReactiveElm

struct Counter: Module {
  typealias Message = Int32
  typealias Command = Never
  struct Model: Initable { var count = CommandLine.argc }
  static func update(for message: Int32, model: inout Model) -> [Never] {
    model.count += message
    return []
  }
  static func view(for model: Model) -> Int32 { model.count }
}
print("hello", Counter.makeProgram().view)
