// Tests: Behavior, ValueNode

import ReactiveCore
import Testing

@Suite("Behavior")
struct BehaviorTests {
  @Test("has a value at all times")
  func value() {
    let name = OpenBehavior("Alice")
    let readOnly: Behavior<String> = name
    #expect(readOnly.value == "Alice")
    name.value = "Bob"
    #expect(readOnly.value == "Bob")
  }

  @Test("peek reads the current value")
  func peek() {
    let count = OpenBehavior(1)
    #expect(count.peek() == 1)
    count.value = 2
    #expect(count.peek() == 2)
  }

  @Test("a value that is nil is a value")
  func nilValue() {
    let selection = OpenBehavior<Int?>(nil)
    #expect(selection.value == nil)
    selection.value = 3
    #expect(selection.value == 3)
    selection.value = nil
    #expect(selection.value == nil)
    #expect(selection.peek() == nil)
  }

  @Test("a value of no size is a value")
  func emptyValue() {
    let done = OpenBehavior(())
    var notified = 0
    done.sink { notified += 1 }
    done.value = ()
    #expect(notified == 1)
  }

  @Test("its description is its value's")
  func description() {
    let count = OpenBehavior(1)
    #expect("\(count)" == "1")
    count.value = 2
    #expect("\(count)" == "2")
    #expect(String(describing: OpenBehavior("Alice")) == "Alice")
    #expect(OpenBehavior<Int?>(nil).description == "nil")
    #expect(OpenBehavior([1, 2]).description == "[1, 2]")
  }

  @Test("code for any behavior reads and observes through BehaviorProtocol")
  func behaviorProtocol() {
    func watch<B: BehaviorProtocol>(_ source: B, _ handler: @escaping (Int) -> Void) -> Int where B.Value == Int {
      source.behavior.sink(handler)
      return source.value
    }
    let count = OpenBehavior(1)
    let readOnly: Behavior<Int> = count
    var log: [Int] = []
    #expect(watch(count) { log.append($0) } == 1)
    #expect(watch(readOnly) { log.append(-$0) } == 1)
    count.value = 2
    #expect(log == [2, -2])
    #expect(readOnly.behavior === count)
  }

  @Test("a name does not change what a behavior does")
  func nameChangesNothing() {
    let count = OpenBehavior(0)
    var log: [Int] = []
    count.sink { log.append($0) }
    count.name = "count"
    count.value = 1
    count.name = nil
    count.value = 2
    #expect(log == [1, 2])
  }
}
