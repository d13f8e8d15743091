import ReactiveCore
import Testing

@Suite("Store first, then notify")
struct StoreFirstTests {
  private final class Model {
    @Property var property = 0
    @Pub var pub = 0
  }

  @Test("an observer reads the new value everywhere")
  func everywhere() {
    let count = OpenBehavior(0)
    let readOnly: Behavior<Int> = count
    var seen: [Int] = []
    count.sink { [unowned count, unowned readOnly] in
      seen = [$0, count.value, count.peek(), readOnly.value, Int(count.description)!]
    }
    count.value = 1
    #expect(seen == [1, 1, 1, 1, 1])
    count.update { $0 = 2 }
    #expect(seen == [2, 2, 2, 2, 2])
  }

  @Test("an observer of a wrapped property reads the new value through the property and its projection")
  func wrappers() {
    let model = Model()
    var seen: [Int] = []
    model.$property.sink { [unowned model] in seen = [$0, model.property, model.$property.value] }
    model.property = 1
    #expect(seen == [1, 1, 1])
    model.$pub.sink { [unowned model] in seen = [$0, model.pub, model.$pub.value] }
    model.pub = 2
    #expect(seen == [2, 2, 2])
  }

  @Test("the observer of an event that was triggered after a write reads what was written")
  func eventAfterWrite() {
    let count = OpenBehavior(0)
    let changed = Event<Int>()
    var seen: [[Int]] = []
    changed.sink { seen.append([$0, count.value]) }
    count.sink { [unowned changed] in changed.trigger($0) }
    count.value = 1
    #expect(seen == [[1, 1]])
  }

  @Test("every observer is notified of the value that is stored, and never an older one after a newer one")
  func neverOlder() {
    let count = OpenBehavior(0)
    var seen: [[Int]] = Array(repeating: [], count: 10)
    for index in 0..<10 {
      count.sink { [unowned count] in
        seen[index].append($0)
        // A different observer each time writes the next number.
        if $0 % 10 == index && $0 < 100 { count.value = $0 + 1 }
      }
    }
    count.value = 1
    for values in seen { #expect(values == Array(1...100)) }
  }
}
