// Tests: History, HistoryCore, HistoryCore+Arrival, HistoryCore+Exclusion, HistoryCore+TakingBack, Restoring

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Histories of behaviors that cannot be written, or change later")
struct HistoryHardPartsTests {
  private struct Address: Equatable { var city = "", zip = "" }
  private struct Person: Equatable {
    var name = "A"
    var address: Address?
  }
  private struct Row: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  @Test(
    "a draft that shows its source's later value when it is restored has its own value in the end",
    arguments: [false, true])
  func draftOfPart(isDraftFirst: Bool) {
    struct User: Equatable { var name = "Ada" }
    let user = OpenBehavior(User())
    let name = user[\.name]
    let draft = LinkedProperty(name)
    draft.value = "Grace"
    let history = isDraftFirst ? History(of: draft, name) : History(of: name, draft)
    batch {
      name.value = "Grace"
      draft.value = "Edsger"
    }
    for _ in 0..<2 {
      history.undo()
      #expect(name.value == "Ada" && draft.value == "Grace" && draft.isOverridden.value)
      history.redo()
      #expect(name.value == "Grace" && draft.value == "Edsger" && draft.isOverridden.value)
    }
  }

  @Test("a part of what is gone is left out of an undo, and the other parts are undone")
  func goneParts() {
    let person = OpenBehavior(Person(address: Address(city: "x")))
    let city = person[\.address][optional: \.city]
    let history = History(of: person[\.name], city)
    batch {
      city.value = "y"
      person.value.name = "B"
    }
    history.withoutRecording { person.value.address = nil }
    history.undo()
    #expect(person.value == Person(name: "A", address: nil) && !history.canUndo.value)
    history.redo()
    #expect(person.value == Person(name: "B", address: nil))
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a task that a write in an undo begins is no part of the undo: a write of a part of nil there stops")
  func tasks() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let person = OpenBehavior(Person())
      let name = person[\.name]
      var tasks: [Task<Void, Never>] = []
      let written = OpenBehavior(
        get: { name.value },
        set: { new in
          name.value = new
          tasks.append(Task { person[\.address][optional: \.city].value = "x" })
        })
      let history = History(of: written)
      name.value = "B"
      history.undo()
      for task in tasks { await task.value }
    }
    _ = try expectStop(result, says: ["while the value is nil"])
  }
  #endif

  @Test("a whole and its parts return together, in whatever order they are listed", arguments: [false, true])
  func wholeAndParts(isWholeFirst: Bool) {
    let person = OpenBehavior(Person())
    let (address, city) = (person[\.address], person[\.address][optional: \.city])
    let history = isWholeFirst ? History(of: address, city) : History(of: city, address)
    address.value = Address(city: "x", zip: "1")
    city.value = "y"
    person.value.address = nil
    var undone: [Address?] = []
    while history.canUndo.value {
      history.undo()
      undone.append(address.value)
    }
    #expect(undone == [Address(city: "y", zip: "1"), Address(city: "x", zip: "1"), nil])
    var redone: [Address?] = []
    while history.canRedo.value {
      history.redo()
      redone.append(address.value)
    }
    #expect(redone == [Address(city: "x", zip: "1"), Address(city: "y", zip: "1"), nil])
  }

  @Test("a part of a row that is gone")
  func goneRows() {
    let rows = OpenBehavior([Row(id: 1), Row(id: 2)])
    let title = rows[id: 1][optional: \.title]
    let history = History(of: title)
    title.value = "a"
    rows.value.removeFirst()
    while history.canUndo.value { history.undo() }
    while history.canRedo.value { history.redo() }
    #expect(rows.value == [Row(id: 2)])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a part of nil that observers write in an undo still stops")
  func observersStop() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let person = OpenBehavior(Person())
      let history = History(of: person[\.name])
      person.value.name = "B"
      let token = person[\.name].sink { _ in person[\.address][optional: \.city].value = "x" }
      history.undo()
      token.cancel()
    }
    _ = try expectStop(result, says: ["while the value is nil"])
  }
  #endif

  /// A behavior whose writes are messages, as a program's fields are.
  private func makeField(_ model: OpenBehavior<Int>, _ set: @escaping (Int) -> Int = { $0 }) -> OpenBehavior<Int> {
    let message = Event<Int>()
    message.sink { model.value = set($0) }
    return OpenBehavior(get: { model.value }, set: { message.trigger($0) })
  }

  @Test("a field that changes after the undo's batch: undo and redo go through the steps", arguments: [false, true])
  func lateFields(inBatch: Bool) {
    let field = makeField(OpenBehavior(0))
    let history = History(of: field)
    var steps: [UndoStep] = []
    history.steps.sink { steps.append($0) }
    func undo() { if inBatch { batch { history.undo() } } else { history.undo() } }
    func redo() { if inBatch { batch { history.redo() } } else { history.redo() } }
    field.value = 1
    field.value = 2
    undo()
    #expect(field.value == 1 && history.canUndo.value && history.canRedo.value)
    undo()
    #expect(field.value == 0 && !history.canUndo.value && history.canRedo.value)
    redo()
    redo()
    #expect(field.value == 2 && history.canUndo.value && !history.canRedo.value)
    undo()
    field.value = 5
    #expect(history.canUndo.value && !history.canRedo.value)
    undo()
    #expect(field.value == 1)
    #expect(steps == [.made, .made, .undone, .undone, .redone, .redone, .undone, .made, .undone])
  }

  @Test("an undo in a batch keeps its redo where the behavior changes when the thread is idle")
  func idleFields() {
    let model = OpenBehavior(0)
    let field = OpenBehavior(
      get: { model.value }, set: { new in callLater(after: .idleThread, label: "") { model.value = new } })
    let history = History(of: field)
    field.value = 1
    field.value = 2
    batch { history.undo() }
    #expect(field.value == 1 && history.canUndo.value && history.canRedo.value)
    batch { history.undo() }
    #expect(field.value == 0 && !history.canUndo.value && history.canRedo.value)
    history.redo()
    batch { history.redo() }
    #expect(field.value == 2 && history.canUndo.value && !history.canRedo.value)
  }

  @Test("an undo that the model refuses leaves the next write a step of its own")
  func refused() {
    let model = OpenBehavior(0)
    var refuses = false
    let field = makeField(model) { refuses ? model.value : $0 }
    let history = History(of: field)
    field.value = 1
    refuses = true
    history.undo()
    #expect(field.value == 1)
    refuses = false
    field.value = 7
    #expect(history.canUndo.value && !history.canRedo.value)
    history.undo()
    #expect(field.value == 1)
  }

  @Test("a draft returns after the part or draft that it is linked to, in whatever order they are listed or changed")
  func linked() {
    for isDraftFirst in [false, true] {
      for writesDraftFirst in [false, true] {
        let person = OpenBehavior(Person())
        let name = person[\.name]
        let draft = LinkedProperty(name)
        let history = isDraftFirst ? History(of: draft, name) : History(of: name, draft)
        draft.value = "x"
        batch {
          if writesDraftFirst { draft.value = "y" }
          name.value = "B"
          if !writesDraftFirst { draft.value = "y" }
        }
        let after = [name.value, draft.value]
        history.undo()
        #expect([name.value, draft.value] == ["A", "x"])
        history.redo()
        #expect([name.value, draft.value] == after)
        history.undo()
        history.undo()
        #expect([name.value, draft.value] == ["A", "A"])
      }
    }
  }

  @Test("the undo of a commit brings the draft back")
  func commit() {
    let saved = OpenBehavior("A")
    let draft = LinkedProperty(saved)
    let history = History(of: saved, draft)
    draft.value = "x"
    draft.commit()
    history.undo()
    #expect([saved.value, draft.value] == ["A", "x"])
    history.undo()
    #expect([saved.value, draft.value] == ["A", "A"])
    history.redo()
    #expect([saved.value, draft.value] == ["A", "x"])
    history.redo()
    #expect([saved.value, draft.value] == ["x", "x"])
  }

  @Test("a text that a failing conversion refused returns with the number")
  func failingConversion() {
    struct NoNumber: Error {}
    for isTextFirst in [false, true] {
      let sizes = OpenBehavior([1, 0])
      let size = sizes[\.[0]]
      let text = size.converted(errors: Event<NoNumber>()) {
        "\($0)"
      } back: { text throws(NoNumber) in
        guard let number = Int(text) else { throw NoNumber() }
        return number
      }
      let history = isTextFirst ? History(of: text, size) : History(of: size, text)
      text.value = "x"
      size.value = 2
      history.undo()
      #expect(text.value == "x" && size.value == 1)
    }
  }

  @Test("in withoutRecording, another withoutRecording, an undo and endStep record nothing", arguments: 0..<3)
  func nestedExclusion(kind: Int) {
    let (page, size) = (OpenBehavior("a"), OpenBehavior(1))
    let history = History(of: page, size)
    history.withoutRecording {
      page.value = "server"
      switch kind {
      case 0: history.withoutRecording { size.value = 3 }
      case 1: history.undo()
      default: history.endStep()
      }
      size.value = 3
    }
    #expect(!history.canUndo.value && !history.canRedo.value)
    history.undo()
    #expect(page.value == "server" && size.value == 3)
  }

  @Test(
    "what follows an undo in independently, in a batch or an observer, is a step of its own", arguments: [false, true])
  func independentUndo(inObserver: Bool) {
    let (first, second) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: first, second)
    first.value = 1
    func work() {
      independently { history.undo() }
      second.value = 7
    }
    if inObserver {
      let start = Event<Void>()
      start.sink { work() }
      start.trigger()
    } else {
      batch { work() }
    }
    #expect(first.value == 0 && second.value == 7 && history.canUndo.value)
    history.undo()
    #expect(first.value == 0 && second.value == 0 && !history.canUndo.value)
  }

  @Test("an undo that changes nothing has its redo, so that undos and redos match")
  func emptyStep() {
    let (page, size) = (OpenBehavior("a"), OpenBehavior(1))
    let history = History(of: page, size)
    page.value = "b"
    size.value = 2
    history.withoutRecording { page.value = "a" }
    history.undo()
    history.undo()
    #expect(page.value == "a" && size.value == 1 && !history.canUndo.value)
    history.redo()
    #expect(size.value == 1 && history.canUndo.value && history.canRedo.value)
    history.redo()
    #expect(size.value == 2 && !history.canRedo.value)
  }

  @Test("each of several undos in a batch has its redo, also one that can restore nothing")
  func severalWithEmpty() {
    let rows = OpenBehavior([Row(id: 0)])
    let title = rows[id: 0][optional: \.title]
    let history = History(of: title)
    for text in ["a", "b"] { title.value = text }
    rows.value = []
    batch {
      history.undo()
      history.undo()
      history.undo()
    }
    #expect(!history.canUndo.value)
    for _ in 0..<3 {
      #expect(history.canRedo.value)
      history.redo()
    }
    #expect(!history.canRedo.value)
    batch {
      history.undo()
      history.redo()
    }
    #expect(history.canUndo.value && !history.canRedo.value)
    batch {
      history.undo()
      history.endStep()
    }
    #expect(history.canRedo.value)
  }

  @Test("canRedo shows an undo that can restore nothing, also if another, which finds no step, follows in its batch")
  func emptyBeforeNone() {
    let rows = OpenBehavior([Row(id: 0)])
    let title = rows[id: 0][optional: \.title]
    let history = History(of: title)
    rows.value = []
    var seen: [Bool] = []
    let subscription = history.canRedo.sink { seen.append($0) }
    batch {
      history.undo()
      history.undo()
    }
    #expect(!history.canUndo.value && history.canRedo.value && seen == [true])
    history.redo()
    #expect(history.canUndo.value && !history.canRedo.value && seen == [true, false])
    subscription.cancel()
  }

  @Test("an undo that comes late is awaited, also if another, which finds no step, follows in its batch")
  func lateBeforeNone() {
    let model = OpenBehavior(0)
    let field = makeField(model)
    let history = History(of: field)
    field.value = 1
    batch {
      history.undo()
      history.undo()
    }
    #expect(model.value == 0 && !history.canUndo.value && history.canRedo.value)
    history.redo()
    #expect(model.value == 1 && history.canUndo.value && !history.canRedo.value)
  }

  @Test("a redo in a batch that can restore nothing keeps its undo behind what is written next")
  func emptyBehind() {
    let (rows, other) = (OpenBehavior([Row(id: 0)]), OpenBehavior(0))
    let title = rows[id: 0][optional: \.title]
    let history = History(of: title, other)
    title.value = "a"
    history.undo()
    history.withoutRecording { rows.value = [] }
    batch {
      history.redo()
      other.value = 1
    }
    var count = 0
    while history.canUndo.value {
      history.undo()
      count += 1
    }
    #expect(count == 2 && other.value == 0)
  }

  @Test("an undo restores what was notified, also if `==` overlooks it")
  func partialEquality() {
    struct Item: Equatable {
      var id: Int
      var title: String
      static func == (a: Item, b: Item) -> Bool { a.id == b.id }
    }
    let item = OpenBehavior(Item(id: 1, title: "old"))
    let history = History(of: item)
    item.update { $0.title = "new" }
    item.value = Item(id: 2, title: "x")
    history.undo()
    #expect(item.value.title == "new")
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("an endless loop through its flags names the place of the history", .runsInRelease)
  func names() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let title = OpenBehavior(0)
      let history = History(of: title)
      history.canUndo.sink { _ in if history.canUndo.value { history.undo() } else { title.value += 1 } }
      title.value = 1
    }
    _ = try expectStop(result, says: ["HistoryHardPartsTests.swift"])
  }
  #endif
}
