import ReactiveCore
import Testing

@Suite("@Property: update, and a test for duplicates")
struct PropertyUpdateTests {
  private final class Model {
    @Property private(set) var items: [Int] = []
    @Property(isDuplicate: ==) private(set) var count = 0
    func add(_ item: Int) { _items.update { $0.append(item) } }
    func set(_ value: Int) { count = value }
  }

  @Test("changes in place, and notifies once")
  func inPlace() {
    let model = Model()
    var notified: [[Int]] = []
    model.$items.sink { notified.append($0) }
    model.add(1)
    model.add(2)
    #expect(notified == [[1], [1, 2]])
    #expect(model.items == [1, 2])
  }

  @Test("ignores duplicates if it is given a test, and is closed to writers outside all the same")
  func ignoresDuplicates() {
    let model = Model()
    var notified: [Int] = []
    model.$count.sink { notified.append($0) }
    for value in [0, 1, 1, 2] { model.set(value) }
    #expect(notified == [1, 2])
  }
}
