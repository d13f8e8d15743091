import ReactiveElm

/// A counter whose view has two numbers. The second is always ten times the first.
struct Tens: Module {
  struct Model: Initable {
    var ones = 0
    var tens = 0
  }
  struct View: Equatable {
    var ones = 0
    var tens = 0
  }
  static func update(for message: Int, model: inout Model) -> [Int] {
    model.ones += message
    model.tens += message * 10
    return [model.ones]
  }
  static func view(for model: Model) -> View { View(ones: model.ones, tens: model.tens) }
}
