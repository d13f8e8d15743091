import ReactiveBindings
import Testing

@Suite("Law 7 of assigning: equality cut")
struct AssignEqualityCutTests {
  @Test("a property wrapper's projection is assigned by a reader, and told of every assignment is cut by ==")
  func property() {
    final class Model { @Property var number = 1 }
    let model = Model()
    let target = WrittenTarget(0)
    model.$number.assign(to: \.value, on: target)
    model.number = 1
    model.number = 2
    #expect(target.writes == [1, 2])
  }
}
