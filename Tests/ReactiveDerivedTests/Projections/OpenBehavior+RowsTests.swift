import ReactiveDerived
import ReactiveTestSupport
import Testing

private struct Todo: Identifiable, Equatable { var id: Int, title: String, tags: [String] = [] }

@Suite("Rows of an array")
struct OpenBehaviorRowsTests {
  private let todos = OpenBehavior([
    Todo(id: 7, title: "milk"), Todo(id: 8, title: "bread"), Todo(id: 9, title: "salt"),
  ])

  @Test("a row is followed wherever it goes, and changes only with itself")
  func reordered() {
    let milk = todos[id: 7]
    var notified: [String?] = []
    milk.sink { notified.append($0?.title) }
    todos.update { $0.reverse() }
    todos.update { $0.insert(Todo(id: 1, title: "eggs"), at: 0) }
    todos[id: 8].value = Todo(id: 8, title: "rye")
    #expect(notified.isEmpty)
    milk.value?.title = "oat milk"
    #expect(todos.value.map(\.title) == ["eggs", "salt", "rye", "oat milk"] && notified == ["oat milk"])
    todos.update { $0.removeFirst(2) }
    milk[optional: \.title].value = "soy milk"
    #expect(todos.value.map(\.title) == ["rye", "soy milk"] && notified == ["oat milk", "soy milk"])
  }

  @Test("nil removes the row; one that was not there is appended")
  func removedAndAppended() {
    let bread = todos[id: 8]
    var notified: [String?] = []
    bread.sink { notified.append($0?.title) }
    bread.value = nil
    #expect(todos.value.map(\.id) == [7, 9])
    bread.value = nil
    bread.update { $0 = nil }
    bread.value = Todo(id: 8, title: "rye")
    #expect(todos.value.map(\.id) == [7, 9, 8] && notified == [nil, "rye"])
    todos.update { $0.removeAll() }
    #expect(bread.value == nil && notified == [nil, "rye", nil])
    todos.value = [Todo(id: 8, title: "white"), Todo(id: 7, title: "milk")]
    #expect(notified == [nil, "rye", nil, "white"] && todos[id: 7].value?.title == "milk")
  }

  @Test("of rows with the same id it is one; a write changes that alone, and is read")
  func sameID() {
    let rows = OpenBehavior([Todo(id: 1, title: "a"), Todo(id: 1, title: "b")])
    let row = rows[id: 1]
    #expect(row.value?.title == "a")
    row.value = Todo(id: 1, title: "c")
    #expect(rows.value.map(\.title) == ["c", "b"] && row.value?.title == "c")
    row.value = nil
    #expect(rows.value.map(\.title) == ["b"] && row.value?.title == "b")
    rows.update { $0.insert(Todo(id: 1, title: "d"), at: 0) }
    let read = row.value?.title
    row.value?.title = "e"
    #expect(row.value?.title == "e" && rows.value.filter { $0.title == "e" }.count == 1)
    #expect(!rows.value.contains { $0.title == read })
  }

  @Test("of rows with the same id, it is the same one after a batch that is reverted", arguments: [false, true])
  func sameIDInRevertedBatch(isNested: Bool) {
    struct Lists: Equatable { var rows: [Todo] }
    let begin = [Todo(id: 1, title: "a"), Todo(id: 2, title: "x"), Todo(id: 1, title: "b")]
    let lists = OpenBehavior(Lists(rows: begin))
    let rows = isNested ? lists[\.rows] : OpenBehavior(begin)
    let row = rows[id: 1]
    var notified: [String?] = []
    let observed = rows[id: 1]
    observed.sink { notified.append($0?.title) }
    #expect(row.value?.title == "a")
    batch {
      rows.value = [begin[1], begin[1], begin[2]]
      #expect(row.value?.title == "b" && observed.value?.title == "b")
      rows.value = begin
      #expect(row.value?.title == "a" && observed.value?.title == "a")
      rows.value = [begin[1], begin[1], begin[2]]
      #expect(row.value?.title == "b" && observed.value?.title == "b")
      rows.value = begin
    }
    rows.value[1].title = "y"
    #expect(row.value?.title == "a" && notified.isEmpty)
    batch {
      rows.value = [begin[1], begin[1], begin[2]]
      #expect(row.value?.title == "b" && observed.value?.title == "b")
      rows.value = [begin[0], Todo(id: 2, title: "y"), begin[2]]
    }
    observed.value?.title = "c"
    row.value?.title += "d"
    #expect(rows.value.map(\.title) == ["cd", "y", "b"] && notified == ["c", "cd"])
  }

  @Test("rows in a batch are one delivery of the array, and a batch that leaves them as they were none")
  func batches() {
    let (milk, bread) = (todos[id: 7], todos[id: 8][optional: \.title])
    var counts: [Int] = []
    todos.sink { counts.append($0.count) }
    batch {
      milk.value = nil
      bread.value = "rye"
      todos[id: 10].value = Todo(id: 10, title: "eggs")
    }
    #expect(counts == [3] && todos.value.map(\.id) == [8, 9, 10])
    batch {
      bread.value = "white"
      todos[id: 10].value = nil
      bread.value = "rye"
      todos[id: 10].value = Todo(id: 10, title: "eggs")
    }
    #expect(counts == [3])
  }

  @Test("a row that cannot be compared, and rows of objects")
  func loose() {
    struct Loose: Identifiable { var id: Int, number: Int }
    final class Item: Identifiable {
      let id: Int
      init(_ id: Int) { self.id = id }
    }
    let rows = OpenBehavior([Loose(id: 1, number: 0)])
    var notified: [Int?] = []
    let row = rows[id: 1]
    row.sink { notified.append($0?.number) }
    row.value?.number = 5
    row.value = nil
    #expect(notified == [5, nil] && rows.value.isEmpty)
    let items = OpenBehavior([Item(1), Item(2)])
    let item = items[id: 2]
    var count = 0
    item.sink { _ in count += 1 }
    items.update { $0.reverse() }
    item.value = items.value[0]
    #expect(count == 0)
    item.value = Item(2)
    #expect(count == 1 && items.value.map(\.id) == [2, 1])
  }

  @Test("an id whose comparison writes the array is no way to corrupt it")
  func hostileID() {
    struct ID: Hashable {
      var number: Int
      nonisolated(unsafe) static var onCompare: (() -> Void)?
      static func == (a: ID, b: ID) -> Bool {
        let action = unsafe onCompare
        unsafe onCompare = nil
        action?()
        return a.number == b.number
      }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    struct Row: Identifiable, Equatable { var id: ID, text: String }
    let rows = OpenBehavior([Row(id: ID(number: 1), text: "a"), Row(id: ID(number: 2), text: "b")])
    let row = rows[id: ID(number: 2)]
    unsafe ID.onCompare = { rows.value = [] }
    _ = row.value
    #expect(rows.value.isEmpty)
    #expect(row.value == nil)
  }

  @Test("keeps the array, and the array does not keep it")
  func lifetime() {
    struct Held: Identifiable { var id: Int, tracked: Tracked? }
    let live = LiveCount()
    var root: OpenBehavior<[Held]>? = OpenBehavior([Held(id: 1, tracked: live.make())])
    var row: OpenBehavior<Held?>? = root?[id: 1]
    weak var weakRow: OpenBehavior<Held?>?
    weakRow = row
    root = nil
    #expect(row?.value?.id == 1 && live.alive == 1)
    row?.value = nil
    #expect(row?.value == nil && live.alive == 0)
    row = nil
    #expect(weakRow == nil)
  }

  @Test("the end of a row that is replaced or removed may write the array")
  func endOfRow() {
    struct Held: Identifiable { var id: Int, text = "", farewell: Farewell? = nil }
    let rows = OpenBehavior([Held(id: 1), Held(id: 2)])
    let (one, other) = (rows[id: 1], rows[id: 2])
    one.value = Held(id: 1, farewell: Farewell { other.value?.text = "replaced" })
    one.value = Held(id: 1, farewell: Farewell { other.value?.text += ", removed" })
    #expect(other.value?.text == "replaced")
    one.value = nil
    #expect(other.value?.text == "replaced, removed" && rows.value.map(\.id) == [2])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a write through the part of a row that is gone stops with a message that names the part")
  func gone() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let todos = OpenBehavior([Todo(id: 7, title: "milk"), Todo(id: 8, title: "bread")])
      let title = todos[id: 7][optional: \.title]
      title.value = "oat milk"
      todos[id: 7].value = nil
      // Not a write: the part is nil already.
      title.value = nil
      precondition(title.value == nil && todos.value == [Todo(id: 8, title: "bread")])
      title.value = "soy milk"
    }
    try expectStop(result, says: ["Todo.title", "written while the value is nil", "check for nil first"])
  }

  @Test("in a batch, too, and where another row has taken the place of the one that is gone")
  func goneInBatch() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let todos = OpenBehavior([Todo(id: 7, title: "milk"), Todo(id: 8, title: "bread")])
      let title = todos[id: 7][optional: \.title]
      title.sink { _ in }
      batch {
        todos.update { $0.remove(at: 0) }
        title.value = "oat milk"
      }
    }
    try expectStop(result, says: ["Todo.title", "written while the value is nil"])
  }

  @Test("a row with another id stops with a message")
  func otherID() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let todos = OpenBehavior([Todo(id: 7, title: "milk")], name: "todos")
      todos[id: 7].value = Todo(id: 8, title: "bread")
    }
    try expectStop(
      result, says: ["the row with the id 7 of todos was written with a row whose id is 8", "under its own id"])
  }

  @Test("a message about a row names the array by its place if it has no name")
  func placeOfArray() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let todos = OpenBehavior([Todo(id: 7, title: "milk")], file: "Todos.swift", line: 80)
      todos[id: 7, "Row.swift", 90].value = Todo(id: 8, title: "bread")
    }
    try expectStop(result, says: ["Row.swift:90: the row with the id 7 of Todos.swift:80 was written with a row"])
  }
  #endif
}
