import ReactiveBindings
import ReactiveTestSupport
import Testing

/// The laws of the design that touch a property which follows a behavior.
@Suite("Laws of assigning")
struct AssignLawTests {
  @Test("store first, then tell: a setter reads the new value everywhere")
  func storeFirst() {
    let number = OpenBehavior(1)
    let target = WrittenTarget(0)
    var seen: [Int] = []
    target.didWrite = { _ in seen.append(number.value) }
    number.assign(to: \.value, on: target)
    number.value = 2
    batch {
      number.value = 3
      number.value = 4
    }
    #expect(seen == [1, 2, 4])
  }

  @Test("order: targets are written in the order of binding, among the other observers")
  func order() {
    let number = OpenBehavior(0)
    let targets = (0..<3).map { _ in WrittenTarget(0) }
    var log: [String] = []
    for (index, target) in targets.enumerated() { target.didWrite = { log.append("\(index):\($0)") } }
    number.assign(to: \.value, on: targets[2])
    number.sink { log.append("sink:\($0)") }
    number.assign(to: \.value, on: targets[0])
    number.assign(to: \.value, on: targets[1])
    log = []
    withExtendedLifetime(targets) { number.value = 1 }
    #expect(log == ["2:1", "sink:1", "0:1", "1:1"])
  }

  @Test("run to completion: what a setter writes to the behavior is told after the delivery, to all")
  func runToCompletion() {
    let number = OpenBehavior(0)
    let first = WrittenTarget(0)
    let second = WrittenTarget(0)
    number.assign(to: \.value, on: first)
    number.assign(to: \.value, on: second)
    var log: [String] = []
    first.didWrite = {
      log.append("first \($0)")
      if $0 < 3 { number.value = $0 + 1 }
      log.append("written \($0)")
    }
    second.didWrite = { log.append("second \($0)") }
    number.value = 2
    #expect(log == ["first 2", "written 2", "second 2", "first 3", "written 3", "second 3"])
  }

  @Test("what the setter writes at the first call is told after it")
  func firstCall() {
    let number = OpenBehavior(5)
    let target = WrittenTarget(0)
    var log: [String] = []
    number.sink { log.append("told \($0)") }
    target.didWrite = {
      log.append("write \($0)")
      if $0 > 1 { number.value = 1 }
      log.append("end \($0)")
    }
    number.assign(to: \.value, on: target)
    #expect(log == ["write 5", "end 5", "told 1", "write 1", "end 1"])
  }

  @Test("membership: bound during a delivery, a target gets the value once; cancelled in it, no more")
  func membership() {
    let number = OpenBehavior(0)
    let late = WrittenTarget(0)
    let cancelled = WrittenTarget(0)
    var subscription: Subscription?
    number.sink { [unowned number] _ in
      number.assign(to: \.value, on: late)
      subscription?.cancel()
    }
    subscription = number.assign(to: \.value, on: cancelled)
    number.value = 1
    #expect(late.writes == [1])
    #expect(cancelled.writes == [0])
  }

  @Test("no glitch: through a diamond into one target, one write for one change, of a state that was written")
  func diamond() {
    let source = OpenBehavior(1)
    let plus = derivation { source.value + 1 }
    let minus = derivation { source.value - 1 }
    let both = derivation { [plus.value, minus.value] }
    let target = WrittenTarget([Int]())
    let string = WrittenTarget("")
    both.assign(to: \.value, on: target)
    both.assign(to: \.value, on: string) { "\($0[0] - $0[1])" }
    source.value = 5
    batch {
      source.value = 6
      source.value = 7
    }
    #expect(target.writes == [[2, 0], [6, 4], [8, 6]])
    #expect(string.writes == ["2"])
  }

  @Test("batch: one write at its end, none when it ends where it began, also when it throws")
  func batches() {
    struct Stop: Error {}
    let number = OpenBehavior(0)
    let target = WrittenTarget(0)
    number.assign(to: \.value, on: target)
    batch {
      number.value = 1
      number.value = 2
      #expect(target.writes == [0])
    }
    batch {
      number.value = 3
      number.value = 2
    }
    try? batch { () throws(Stop) in
      number.value = 4
      throw Stop()
    }
    #expect(target.writes == [0, 2, 4])
  }

  @Test("binding inside a batch writes at once, and the last value once at its end")
  func bindingInBatch() {
    let number = OpenBehavior(0)
    let target = WrittenTarget(-1)
    batch {
      number.value = 1
      number.assign(to: \.value, on: target)
      #expect(target.writes == [1])
      number.value = 2
      #expect(target.writes == [1])
    }
    #expect(target.writes == [1, 2])
  }

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

  @Test("isolation: an actor's own graph and object, and a graph per thread")
  func isolation() async {
    actor Owner {
      let number = OpenBehavior(0)
      let target = WrittenTarget(0)
      func run() -> [Int] {
        number.assign(to: \.value, on: target)
        let other = OpenBehavior(7)
        number.bindTwoWay(to: other)
        other.value = 8
        return target.writes + [other.value]
      }
    }
    #expect(await Owner().run() == [0, 8, 8])
    let results = onThreads(4) { index -> [Int] in
      let number = OpenBehavior(0)
      let other = OpenBehavior(0)
      let target = WrittenTarget(-1)
      number.assign(to: \.value, on: target)
      number.bindTwoWay(to: other)
      for step in 1...1_000 { other.value = step * (index + 1) }
      return target.writes
    }
    for (index, writes) in results.enumerated() { #expect(writes == (0...1_000).map { $0 * (index + 1) }) }
  }
}
