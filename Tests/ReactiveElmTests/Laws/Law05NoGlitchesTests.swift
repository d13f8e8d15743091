import ReactiveElm
import Testing

/// Every view shows the state after a message.
@Suite("No glitches")
struct GlitchTests {
  private static func derive(_ body: @escaping () -> [Int]) -> Behavior<[Int]> {
    ComputedBehavior(Equality(.equal()), name: nil, file: "", line: 0, compute: body)
  }

  @Test("what is derived from the model, the view and their parts runs once per generation and fits together")
  func derived() {
    let program = Tens.makeProgram { _ in nil }
    let ones = program.modelBehavior(\.ones)
    let tens = program.viewBehavior(\.tens)
    var runs = 0
    let all = Self.derive {
      runs += 1
      return [ones.value, tens.value, program.model.tens, program.view.ones]
    }
    var seen: [[Int]] = []
    all.observe { seen.append($0) }
    for _ in 1...3 { program.dispatch(1) }
    batch {
      program.dispatch(1)
      program.dispatch(1)
    }
    #expect(seen == [[0, 0, 0, 0], [1, 10, 10, 1], [2, 20, 20, 2], [3, 30, 30, 3], [5, 50, 50, 5]])
    #expect(runs == 5)
  }

  @Test("what is derived from the view alone, and observed after the view's subscribers, fits together")
  func derivedFromView() {
    let program = Tens.makeProgram { _ in nil }
    var seen: [[Int]] = []
    let sum = Self.derive { [unowned program] in [program.view.ones, program.view.tens] }
    program.viewBehavior.sink { seen.append([$0.ones, $0.tens] + sum.value) }
    sum.sink { [unowned program] in seen.append($0 + [program.view.ones, program.model.tens]) }
    program.dispatch(2)
    #expect(seen == [[2, 20, 2, 20], [2, 20, 2, 20]])
  }

  @Test("a message that is dispatched in a batch is a change of its own, after what the batch writes")
  func besideOthers() {
    let program = Tens.makeProgram { _ in nil }
    let factor = OpenBehavior(1)
    let product = Self.derive { [program.model.ones * factor.value] }
    var seen: [[Int]] = []
    product.sink { seen.append($0) }
    batch {
      factor.value = 2
      program.dispatch(3)
    }
    // A message waits for the end of the batch, so these are two changes.
    #expect(seen == [[6]])
    program.viewBehavior.sink { _ in factor.value += 1 }
    program.dispatch(1)
    #expect(seen == [[6], [8], [12]])
  }

  @Test("a part notifies when it changes, and only then")
  func parts() {
    let program = Tens.makeProgram { _ in nil }
    let parity = program.modelBehavior(\.ones.isEven)
    var seen: [Bool] = []
    parity.sink { seen.append($0) }
    for message in [1, 2, 2, 1, 0] { program.dispatch(message) }
    #expect(seen == [false, true])
    #expect(parity.value == true)
  }

  @Test("a part outlives its program, with the last value")
  func partsOutlive() {
    var program: Program<Tens>? = Tens.makeProgram { _ in nil }
    let ones = program?.modelBehavior(\.ones)
    let tens = program?.viewBehavior(\.tens)
    program?.dispatch(4)
    program = nil
    #expect(ones?.value == 4)
    #expect(tens?.value == 40)
  }
}

extension Int {
  fileprivate var isEven: Bool { isMultiple(of: 2) }
}
