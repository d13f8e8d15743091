import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Behavior.map")
struct BehaviorMapTests {
  private final class Thing {}

  @Test("follows the value, lazily, and cuts equal results")
  func map() {
    let source = OpenBehavior(1)
    var runs = 0
    let isEven = source.map { value -> Bool in
      runs += 1
      return value % 2 == 0
    }
    #expect(runs == 0)
    #expect(!isEven.value)
    var log: [Bool] = []
    isEven.sink { log.append($0) }
    source.value = 3
    source.value = 4
    #expect(log == [true])
    #expect(runs == 3)
  }

  @Test("cuts the same instance, and nothing of other types")
  func otherTypes() {
    let source = OpenBehavior(1)
    let thing = Thing()
    let things = source.map { _ in thing }
    let pairs = source.map { ($0 / 10, 0) }
    var log: [String] = []
    things.sink { _ in log.append("thing") }
    pairs.sink { log.append("\($0)") }
    source.value = 2
    #expect(log == ["(0, 0)"])
  }

  @Test("a key path, written in place or kept, is cut by ==")
  func keyPath() {
    struct Account {
      var owner = "Ada"
      var parts = (1, 2)
    }
    let source = OpenBehavior(Account())
    let path: KeyPath<Account, String> = \.owner
    let inPlace = source.map(\.owner)
    let kept = source.map(path)
    let pair = source.map(\.parts)
    var log: [String] = []
    inPlace.sink { log.append($0) }
    kept.sink { log.append($0) }
    pair.sink { log.append("\($0)") }
    source.update { $0.parts.0 = 5 }
    source.update { $0.owner = "Grace" }
    #expect(log == ["(5, 2)", "Grace", "Grace", "(5, 2)"])
  }

  @Test("what the function reads besides is not followed")
  func declaredOnly() {
    let source = OpenBehavior(1)
    let other = OpenBehavior(10)
    let sum = source.map { $0 + other.value }
    #expect(sum.value == 11)
    other.value = 20
    #expect(sum.value == 11)
    source.value = 2
    #expect(sum.value == 22)
  }

  @Test("keeps its source, and nothing keeps it; its links go with it")
  func lifetime() {
    var source: OpenBehavior<Int>? = OpenBehavior(1)
    @Weak var weakSource = source
    var mapped: Behavior<Int>? = source!.map { $0 + 1 }
    @Weak var weakMapped = mapped
    mapped?.sink { _ in }
    source?.value = 2
    source = nil
    #expect(weakSource != nil)
    #expect(mapped?.value == 3)
    mapped = nil
    #expect(weakMapped == nil)
    #expect(weakSource == nil)
  }

  @Test("messages name it by the line that made it")
  func label() {
    #expect(OpenBehavior(1).map { $0 }.label.contains("Behavior+MapTests.swift"))
  }
}
