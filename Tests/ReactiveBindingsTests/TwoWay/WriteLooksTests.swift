// Tests: WriteLooks, WriteStamp

#if DEBUG
import ReactiveBindings
import ReactiveDerived
import Testing

@testable import ReactiveBindings

@Suite("Looks at sides that forward their writes")
struct WriteLooksTests {
  private struct Whole: Equatable { var a = 0, b = 0 }

  private let whole = OpenBehavior(Whole())

  @Test("parts that are bound and dropped are forgotten, without a batch and whatever their source")
  func forgottenParts() {
    let field = OpenBehavior(0)
    for number in 0..<300 {
      whole[\.a].bindTwoWay(to: field).cancel()
      field.bindTwoWay(to: OpenBehavior(Whole())[\.b]).cancel()
      whole.value.a = number
    }
    #expect(field.writeStamp.clock.lookCount <= 64)
    let parts = (0..<200).map { _ in whole[\.a] }
    for part in parts { part.bindTwoWay(to: field) }
    #expect(field.writeStamp.clock.lookCount >= 200)
    batch { parts[7].value = 5 }
    #expect(field.value == 5)
  }
}
#endif
