import ReactiveBindings
import Testing

@Suite("Law 12 of assigning: exclusivity")
struct AssignExclusivityTests {
  @Test("exclusivity: a setter reads, writes, binds and cancels the very property that is being assigned")
  func exclusivity() {
    final class Model {
      @Pub var number = 0
      var shown = 0 {
        didSet {
          log.append(number)
          subscriptions.last?.cancel()
          if shown < 3 {
            number += 1
            subscriptions.append($number.assign(to: \.shown, on: self))
          }
        }
      }
      var log: [Int] = []
      var subscriptions: [Subscription] = []
    }
    let model = Model()
    model.subscriptions.append(model.$number.assign(to: \.shown, on: model))
    #expect(model.shown >= 3 && model.shown == model.number)
    #expect(model.log.last == model.number)
  }
}
