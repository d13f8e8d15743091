import ReactiveElm
import Testing

@Suite("Parts of a program")
struct ProgramPartsTests {
  private struct Pair: Module {
    struct Model: Initable { var left = 0, right = 0 }
    enum Message {
      case left(Int)
      case right(Int)
    }
    static func update(for message: Message, model: inout Model) -> [Never] {
      switch message {
      case .left(let value): model.left = value
      case .right(let value): model.right = value
      }
      return []
    }
    static func view(for model: Model) -> [Int] { [model.left, model.right] }
  }

  @Test("notify when they change, and are called by the line that asked for them")
  func parts() {
    let program = Pair.makeProgram()
    let left = program.modelBehavior(\.left)
    let line = #line - 1
    let count = program.viewBehavior(\.count)
    var log: [Int] = []
    left.sink { log.append($0) }
    count.sink { log.append(-$0) }
    program.dispatch(.right(1))
    program.dispatch(.left(2))
    #expect(log == [2])
    #expect(left.label == "\(#fileID):\(line)")
  }
}
