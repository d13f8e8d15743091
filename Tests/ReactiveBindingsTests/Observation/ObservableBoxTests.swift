// Tests: ObservableBox, ObservationPort

#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("ObservableBox")
struct ObservableBoxTests {
  private func derive<Value: Equatable>(_ compute: @escaping () -> Value) -> ComputedBehavior<Value> {
    ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line, compute: compute)
  }

  @Test("a reader in withObservationTracking is notified of the next change, once")
  func once() {
    let count = OpenBehavior(1)
    let box = count.observable
    let heard = hearsOf {
      count.value = 2
      count.value = 3
    } reading: {
      #expect(box.value == 1)
    }
    #expect(heard == 1)
    #expect(hearsOf({ count.value = 4 }, reading: { _ = box.value }) == 1)
    #expect(hearsOf({ count.value = 5 }, reading: {}) == 0)
  }

  @Test("a registration outlasts the box that it was made by, and is one of the behavior, not of the box")
  func light() {
    let count = OpenBehavior(1)
    weak var last: ObservableBox<Int>?
    let heard = hearsOf {
      #expect(last == nil)
      count.value = 2
    } reading: {
      let box = count.observable
      last = box
      #expect(box.value == 1)
    }
    #expect(heard == 1)
  }

  @Test("law 1: the new value is stored when onChange runs")
  func storedFirst() {
    onThread {
      let count = OpenBehavior(1)
      let box = count.observable
      let log = SendableLog<Int>()
      let reader = IsolatedCall<Int> { [weak count] _ in log.append(count?.value ?? -1) }
      withObservationTracking {
        _ = box.value
      } onChange: {
        reader.callInIsolation(0)
      }
      count.value = 2
      #expect(log.all == [2])
    }
  }

  @Test("laws 7 and 8: a duplicate is not notified, a batch once, one that ends where it began not at all")
  func cut() {
    let count = OpenBehavior(1)
    let other = OpenBehavior("a")
    func heard(_ changes: () -> Void) -> Int {
      hearsOf(changes) { _ = (count.observable.value, other.observable.value) }
    }
    #expect(heard { count.value = 1 } == 0)
    #expect(
      heard {
        batch {
          count.value = 2
          count.value = 1
        }
      } == 0)
    let log = SendableLog<Int>()
    let here = IsolatedCall<Int> { [weak count] _ in log.append(count!.value) }
    withObservationTracking {
      _ = count.observable.value
    } onChange: {
      here.callInIsolation(0)
    }
    batch {
      count.value = 2
      #expect(log.all.isEmpty)
      count.value = 3
      other.value = "b"
    }
    #expect(log.all == [3])
  }

  @Test("law 2: it is notified in the turn of its first read among the observers")
  func order() {
    let count = OpenBehavior(1)
    let log = SendableLog<String>()
    count.sink { _ in log.append("first") }
    withObservationTracking {
      _ = count.observable.value
    } onChange: {
      log.append("box")
    }
    count.sink { _ in log.append("last") }
    count.value = 2
    #expect(log.all == ["first", "box", "last"])
  }

  @Test(
    "law 6: a derivation runs for a box while a reader may wait, and no more when it has not been read for two changes")
  func lazy() {
    let source = OpenBehavior(1)
    var runs = 0
    let double = derive { () -> Int in
      runs += 1
      return source.value * 2
    }
    let box = double.observable
    source.value = 2
    #expect(runs == 0)
    let heard1 = hearsOf({ source.value = 3 }, reading: { #expect(box.value == 4) })
    #expect(heard1 == 1)
    #expect(runs == 2)
    source.value = 4
    #expect(runs == 3)
    #expect(!double.isObserved)
    source.value = 5
    source.value = 6
    #expect(runs == 3)
    #expect(box.value == 12)
    #expect(runs == 4)
  }

  @Test("a behavior that nothing has tracked is not observed, though a box of it was read")
  func free() {
    let count = OpenBehavior(1)
    _ = count.observable.value
    #expect(!count.isObserved)
    withObservationTracking {
      _ = count.observable.value
    } onChange: {
    }
    #expect(count.isObserved)
  }

  @Test("law 5: a diamond notifies once, without a glitch, and runs once")
  func diamond() {
    let source = OpenBehavior(1)
    var runs = 0
    let left = derive { source.value + 1 }
    let right = derive { source.value * 10 }
    let sum = derive { () -> Int in
      runs += 1
      return left.value + right.value
    }
    let log = SendableLog<Int>()
    let here = IsolatedCall<Int> { [weak sum] _ in log.append(sum!.value) }
    withObservationTracking {
      _ = (sum.observable.value, left.observable.value)
    } onChange: {
      here.callInIsolation(0)
    }
    runs = 0
    source.value = 2
    #expect(log.all == [23])
    #expect(runs == 1)
  }

  @Test("law 4: a read in onChange registers for the next change, not for the one that is being notified")
  func rereading() {
    let count = OpenBehavior(1)
    let log = SendableLog<Int>()
    final class Renderer {
      let count: OpenBehavior<Int>
      let log: SendableLog<Int>
      init(_ count: OpenBehavior<Int>, _ log: SendableLog<Int>) { (self.count, self.log) = (count, log) }
      func render() {
        let again = IsolatedCall<Int> { [weak self] _ in self?.render() }
        withObservationTracking {
          log.append(count.observable.value)
        } onChange: {
          again.callInIsolation(0)
        }
      }
    }
    let renderer = Renderer(count, log)
    renderer.render()
    for number in 2...5 { count.value = number }
    #expect(log.all == [1, 2, 3, 4, 5])
  }

  @Test("law 3: a write in onChange is delivered after the delivery, and registered readers are notified of it")
  func writing() {
    let count = OpenBehavior(1)
    var notified: [Int] = []
    let log = SendableLog<Int>()
    let again = IsolatedCall<Int> { [weak count] _ in
      guard let count else { return }
      withObservationTracking {
        log.append(count.observable.value)
      } onChange: {
        log.append(-1)
      }
      if count.value < 10 { count.value = 10 }
    }
    withObservationTracking {
      _ = count.observable.value
    } onChange: {
      again.callInIsolation(0)
    }
    count.sink { notified.append($0) }
    count.value = 2
    #expect(notified == [2, 10])
    #expect(log.all == [2, -1])
  }

  @Test("a function that changes what it has read is still notified of the change after that")
  func changedWhileReading() {
    let count = OpenBehavior(1)
    let heard = SendableCount()
    withObservationTracking {
      _ = count.observable.value
      count.value = 2
    } onChange: {
      heard.increment()
    }
    #expect(heard.value == 0)
    count.value = 3
    #expect(heard.value == 1)
  }

  @Test("a read in a derivation is tracked by the derivation, too")
  func tracked() {
    let count = OpenBehavior(1)
    let box = count.observable
    let double = derive { box.value * 2 }
    var notified: [Int] = []
    double.observe { notified.append($0) }
    count.value = 2
    count.value = 3
    #expect(notified == [2, 4, 6])
  }

  @Test("a box of a behavior that can be written writes it, and what is in it")
  func open() {
    let person = OpenBehavior(["Ada"])
    let box = person.observable
    box.value = ["Grace"]
    box.value.append("Edsger")
    #expect(person.value == ["Grace", "Edsger"])
    let path: ReferenceWritableKeyPath<OpenObservableBox<[String]>, [String]> = \.value
    box[keyPath: path] = []
    #expect(person.value == [])
    let heard = hearsOf({ box.value = ["Ada"] }, reading: { _ = (box as ObservableBox).value })
    #expect(heard == 1)
    let readOnly: ObservableBox<Int> = (OpenBehavior(7) as Behavior<Int>).observable
    #expect(readOnly.value == 7)
  }

  @Test("law 11: a box keeps its behavior, and nothing keeps the box; all goes, with a registration or without one")
  func lifetime() {
    let count = LiveCount()
    weak var last: OpenBehavior<Tracked>?
    do {
      let behavior = OpenBehavior(count.make())
      last = behavior
      let box = behavior.observable
      withObservationTracking({ _ = box.value }, onChange: {})
      behavior.value = count.make()
      withObservationTracking({ _ = box.value }, onChange: {})
    }
    #expect(last == nil)
    #expect(count.alive == 0)
  }

  @Test("law 12: onChange may read, write, observe and cancel what has changed")
  func exclusivity() {
    let count = OpenBehavior(1)
    let box = count.observable
    var notified: [Int] = []
    let subscription = count.sink { notified.append($0) }
    let action = IsolatedCall<Int> { _ in
      box.value += 10
      count.observe { notified.append($0 + 1000) }
      subscription.cancel()
    }
    withObservationTracking {
      _ = box.value
    } onChange: {
      action.callInIsolation(0)
    }
    count.value = 2
    #expect(notified == [2, 1012])
    #expect(box.value == 12)
  }

  @Test("a model that has a behavior's value in a computed property is followed")
  func inModel() {
    let count = OpenBehavior(1)
    let model = Stall(count)
    let heard2 = hearsOf({ count.value = 2 }, reading: { #expect(model.text == "1 apples") })
    #expect(heard2 == 1)
    let heard3 = hearsOf({ model.unit = "pears" }, reading: { #expect(model.text == "2 apples") })
    #expect(heard3 == 1)
    let text = Behavior(observing: model, \.text)
    #expect(text.value == "2 pears")
    count.value = 3
    #expect(text.value == "3 pears")
  }
}
#endif
