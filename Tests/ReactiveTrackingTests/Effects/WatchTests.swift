import ReactiveTracking
import Testing

@Suite("watch")
struct WatchTests {
  private let number = atom(2)
  private func half() -> Int { number.value / 2 }

  /// How often a handler is called when the half stays the same, and when it becomes another.
  private func calls(_ watching: (_ called: @escaping () -> Void) -> Effect) -> [Int] {
    number.value = 2
    var calls = 0
    let effect = watching { calls += 1 }
    number.value = 3
    let first = calls
    number.value = 4
    effect.cancel()
    return [first, calls - first]
  }

  @Test("each kind of value is cut as its type says")
  func kinds() {
    let instances = (0..<3).map { _ in Instance() }
    func maybe() -> Instance? { half() == 1 ? nil : instances[0] }
    func maybeAccount() -> Account? { half() == 0 ? nil : Account(half()) }
    #expect(calls { called in watch(of: half()) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: Loose(half())) { _, _ in called() } } == [1, 1])
    #expect(calls { called in watch(of: instances[half()]) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: Account(half())) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: maybe()) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: maybeAccount()) { _, _ in called() } } == [0, 1])
    let own = calls { called in
      watch(of: Loose(half()), isDuplicate: { $0.number == $1.number }, { _, _ in called() })
    }
    #expect(own == [0, 1])
  }

  @Test("the handler gets the objects that were and are")
  func objects() {
    let first = Instance()
    let second = Instance()
    let source = atom(first)
    var seen: [(old: Instance, new: Instance)] = []
    let effect = watch(of: source.value, initial: true) { old, new in seen.append((old, new)) }
    source.value = second
    effect.cancel()
    #expect(seen.count == 2)
    #expect(seen.first?.old === first && seen.first?.new === first)
    #expect(seen.last?.old === first && seen.last?.new === second)
  }
}
