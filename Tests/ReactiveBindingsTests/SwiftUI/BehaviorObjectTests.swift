#if canImport(Combine)
import Combine
import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite struct BehaviorObjectTests {
  /// Observes an object as a view does, as no more than an `ObservableObject`.
  private func follow(_ object: some ObservableObject, _ render: @escaping () -> Void) -> AnyCancellable {
    object.objectWillChange.sink { _ in render() }
  }

  @Test func `A view is notified of each change, and of nothing when it begins`() {
    let number = OpenBehavior(0)
    let object = BehaviorObject(number)
    var seen: [Int] = []
    let view = follow(object) { seen.append(object.behavior.value) }
    #expect(seen == [])
    number.value = 1
    number.value = 1
    number.value = 2
    #expect(seen == [1, 2])
    view.cancel()
  }

  @Test func `A view is notified once for a batch, and of no glitch`() {
    let number = OpenBehavior(1)
    let sum = derive { number.value + number.value * 2 }
    let object = BehaviorObject(sum)
    var seen: [Int] = []
    let view = follow(object) { seen.append(object.behavior.value) }
    batch {
      number.value = 2
      number.value = 3
    }
    #expect(seen == [9])
    view.cancel()
  }

  @Test func `The behavior is observed only while a view follows`() {
    let number = OpenBehavior(0)
    let object = BehaviorObject(number)
    #expect(!number.isObserved)
    let view = follow(object) {}
    #expect(number.isObserved)
    view.cancel()
    #expect(!number.isObserved)
  }

  @Test func `A change between making the object and following it is seen by the first read`() {
    let number = OpenBehavior(0)
    let object = BehaviorObject(number)
    number.value = 1
    var renders = 0
    let view = follow(object) { renders += 1 }
    #expect(object.behavior.value == 1)
    #expect(renders == 0)
    view.cancel()
  }

  @Test func `A view that is given another behavior follows that one alone`() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(10)
    var renders = 0
    var view = follow(BehaviorObject(first)) { renders += 1 }
    // As SwiftUI does: makes the new object before it cancels the old subscription.
    view = follow(BehaviorObject(second)) { renders += 1 }
    first.value = 1
    #expect(renders == 0)
    #expect(!first.isObserved)
    second.value = 11
    #expect(renders == 1)
    view.cancel()
  }

  @Test func `Everything goes with the view, and nothing before`() {
    let count = LiveCount()
    var source: OpenBehavior<Tracked>? = OpenBehavior(count.make())
    var object = source.map { BehaviorObject($0) }
    source = nil
    #expect(count.alive == 1)
    let view = object.map { follow($0) {} }
    object = nil
    #expect(count.alive == 1)
    view?.cancel()
    #expect(count.alive == 0)
  }

  @Test func `A change that a view makes when it is notified comes after it`() {
    let number = OpenBehavior(0)
    var log: [String] = []
    let view = follow(BehaviorObject(number)) {
      log.append("begin \(number.value)")
      if number.value < 2 { number.value += 1 }
      log.append("end")
    }
    number.value = 1
    #expect(log == ["begin 1", "end", "begin 2", "end"])
    view.cancel()
  }
}
#endif
