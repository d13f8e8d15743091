import ReactiveBindings
import ReactiveDerived
import ReactiveElm
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Law 8 of parts of a program's field: batch")
struct ProgramFieldBatchTests {
  private struct Form: Module {
    struct Address: Equatable { var city = "Rome", zip = 1 }
    struct Row: Identifiable, Equatable { var id: Int, count = 0 }
    struct Person: Equatable {
      var name = "a", age = 1
      var home = Address()
      var work: Address? = Address()
      var rows = [Row(id: 7), Row(id: 8)]
    }
    struct Model: Initable {
      var person = Person()
      var draft: Person?
      var hasCommands = false
      var log: [String] = []
    }
    enum Message {
      case person(Person)
      case draft(Person?)
      case age(Int)
      case perform
    }
    enum Command { case work }
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .person(var new):
        model.log.append("\(new.name) \(new.age)")
        if new.age < 0 { return [] }
        new.name = String(new.name.prefix(3))
        model.person = new
      case .draft(let new): model.draft = new
      case .age(let age): model.person.age = age
      case .perform: return [.work]
      }
      return []
    }
    static func view(for model: Model) -> [Person] { [model.person] }
  }
  private let program: Program<Form>
  private let person: OpenBehavior<Form.Person>
  private let work = Event<Void>()

  init() {
    program = Form.makeProgram(performing: work)
    person = program.modelBehavior(\.person, dispatching: Form.Message.person)
  }
  private var present: String { "\(program.model.person.name) \(program.model.person.age)" }

  @Test("parts written in a batch are all kept, at any depth, and reads in it show the model")
  func parts() {
    let (name, age) = (person[\.name], person[\.age])
    batch {
      name.value = "b"
      age.value = 2
      #expect(name.value == "a" && age.value == 1 && person.value.name == "a")
      person[\.home][\.city].value = "Oslo"
      person[\.home.zip].value = 2
      person[\.work][optional: \.city].value = "Bern"
      person[\.work][optional: \.zip].value = 3
      person[\.rows][id: 7].value = Form.Row(id: 7, count: 1)
      person[\.rows][id: 8][optional: \.count].value = 2
      person[\.rows][id: 9].value = Form.Row(id: 9)
      #expect(person.value == Form.Person())
    }
    let all = Form.Person(
      name: "b", age: 2, home: .init(city: "Oslo", zip: 2), work: .init(city: "Bern", zip: 3),
      rows: [.init(id: 7, count: 1), .init(id: 8, count: 2), .init(id: 9)])
    #expect(program.model.person == all)
  }

  @Test("conversions of parts, parts of a conversion, commits of drafts and updates are all kept")
  func conversions() {
    let name = person[\.name].converted {
      $0.uppercased()
    } back: {
      $0.lowercased()
    }
    let draft = LinkedProperty(person[\.age])
    let draftOfCity = LinkedProperty(person[\.home.city])
    draft.value = 5
    draftOfCity.value = "Paris"
    batch {
      name.value = "BOB"
      draft.commit()
      draftOfCity.commit()
      person.update { $0.home.zip += 1 }
      person[\.home].update { $0.zip += 1 }
    }
    #expect(present == "bob 5" && program.model.person.home == .init(city: "Paris", zip: 3) && name.value == "BOB")
    let filled = program.modelBehavior(\.draft, dispatching: Form.Message.draft)
      .converted {
        $0 ?? Form.Person()
      } back: {
        $0
      }
    batch {
      filled[\.name].value = "x"
      filled[\.age].value = 9
    }
    #expect(program.model.draft?.name == "x" && program.model.draft?.age == 9)
  }

  @Test("a part's present value is written behind messages and steps that wait, and is no message if none waits")
  func presentValues() {
    let age = person[\.age]
    let text = age.converted {
      "\($0)"
    } back: {
      Int($0) ?? 0
    }
    let writes: [() -> Void] = [
      { age.value = 1 }, { age.update { $0 = 1 } }, { text.value = "1" }, { text.update { $0 = "1" } },
      { [person] in person[\.age].value = 1 }, { [person] in person.value = Form.Person() },
    ]
    batch { for write in writes { write() } }
    for write in writes { write() }
    #expect(program.model.log.isEmpty)
    for (number, write) in writes.enumerated() {
      batch {
        program.dispatch(.age(5))
        write()
      }
      #expect(present == "a 1" && program.model.log.count == number + 1)
    }
    let recorder = program.record()
    age.value = 2
    for write in [{ age.value = 2 }, { age.update { $0 = 2 } }, { text.value = "2" }] {
      batch {
        recorder.rewind(to: 0)
        #expect(age.value == 2)
        write()
      }
      #expect(present == "a 2" && recorder.lastStep == 1)
    }
    // Nothing waits while the last message's observers run.
    let count = program.model.log.count
    let observer = person[\.name].sink { _ in age.value = 2 }
    person[\.name].value = "b"
    #expect(program.model.log.count == count + 1)
    observer.cancel()
  }

  @Test("the last write wins, also of the value from before, and after a write of the whole")
  func lastWrite() {
    let (name, age) = (person[\.name], person[\.age])
    batch {
      name.value = "b"
      name.value = "a"
    }
    #expect(present == "a 1")
    batch {
      person.value = Form.Person(name: "c", age: 3)
      age.value = 1
    }
    #expect(present == "c 1")
    batch {
      age.value = 4
      person.value = Form.Person(name: "d", age: 5)
    }
    #expect(present == "d 5")
  }

  @Test("fields that are made anew for each write are one field, also of the view")
  func anew() {
    batch {
      program.modelBehavior(\.person, dispatching: Form.Message.person)[\.name].value = "b"
      program.modelBehavior(\.person, dispatching: Form.Message.person)[\.age].value = 2
    }
    #expect(present == "b 2")
    batch {
      program.viewBehavior(\.[0], dispatching: Form.Message.person)[\.name].value = "c"
      program.viewBehavior(\.[0], dispatching: Form.Message.person)[\.age].value = 3
    }
    #expect(present == "c 3")
  }

  @Test("in an event's delivery, an effect, a watch and a command handler, parts are all kept")
  func deliveries() {
    let (name, age) = (person[\.name], person[\.age])
    func write(_ number: Int) {
      name.value = "n\(number)"
      age.value = number
    }
    let event = Event<Int>()
    event.sink { name.value = "n\($0)" }
    event.sink { age.value = $0 }
    event.trigger(2)
    #expect(present == "n2 2")
    let number = atom(0)
    let effect = Effect { if number.value == 3 { write(3) } }
    number.value = 3
    #expect(present == "n3 3")
    let watched = watch(of: number.value) { _, new in write(new) }
    number.value = 4
    #expect(present == "n4 4")
    work.sink { write(5) }
    program.dispatch(.perform)
    #expect(present == "n5 5")
    let drafts = program.modelBehavior(\.draft).sink { _ in write(6) }
    program.dispatch(.draft(Form.Person()))
    #expect(present == "n6 6")
    drafts.cancel()
    effect.cancel()
    watched.cancel()
  }

  @Test("what the module alters or refuses counts once its message has been handled, and so does another message")
  func handled() {
    let (name, age) = (person[\.name], person[\.age])
    batch {
      name.value = "Grace"
      age.value = 2
    }
    age.value = 3
    #expect(present == "Gra 3" && program.model.log == ["Grace 1", "Grace 2", "Gra 3"])
    batch {
      name.value = "x"
      age.value = -1
    }
    #expect(present == "x 3")
    person[\.home.zip].value = 4
    program.dispatch(.age(8))
    name.value = "y"
    #expect(present == "y 8" && program.model.person.home.zip == 4)
  }

  @Test("parts that two sides are bound to are both carried")
  func bindings() {
    let (name, age) = (OpenBehavior(""), OpenBehavior(0))
    let bag = SubscriptionBag()
    person[\.name].bindTwoWay(to: name).store(in: bag)
    person[\.age].bindTwoWay(to: age).store(in: bag)
    batch {
      name.value = "b"
      age.value = 2
    }
    #expect(present == "b 2")
    program.dispatch(.person(Form.Person(name: "c", age: 3)))
    #expect(name.value == "c" && age.value == 3)
  }

  @Test("parts written while the recorder travels or shows an earlier step are all kept")
  func travelling() {
    let recorder = program.record()
    let (name, age) = (person[\.name], person[\.age])
    name.value = "b"
    batch {
      name.value = "c"
      recorder.jump(to: 0)
      age.value = 3
    }
    #expect(present == "a 1")
    age.value = 4
    recorder.resume()
    #expect(present == "c 4")
    recorder.jump(to: 0)
    name.value = "a"
    recorder.resume()
    #expect(present == "a 4")
  }

  @Test("a conversion ends with another value that is written behind it, also the one from before")
  func overtaken() {
    let name = person[\.name].converted {
      $0.uppercased()
    } back: {
      $0.lowercased()
    }
    batch {
      name.value = "Bob"
      person[\.name].value = "a"
    }
    #expect(present == "a 1" && name.value == "A")
    name.value = "Bob"
    #expect(present == "bob 1" && name.value == "Bob")
    let event = Event<Void>()
    event.sink { name.value = "Eve" }
    event.sink { person[\.name].value = "bob" }
    event.trigger()
    #expect(present == "bob 1" && name.value == "BOB")
    name.value = "Eve"
    #expect(present == "eve 1" && name.value == "Eve")
    batch {
      name.value = "Ann"
      person[\.age].value = 2
    }
    #expect(present == "ann 2" && name.value == "Ann")
  }

  @Test("a conversion ends with another value that is written in a later delivery, before the messages are handled")
  func overtakenLater() {
    let name = person[\.name].converted {
      $0.uppercased()
    } back: {
      $0.lowercased()
    }
    let event = Event<Int>()
    let subscription = event.sink { [person] number in
      if number == 1 {
        name.value = "Bob"
        event.trigger(2)
      } else {
        person[\.name].value = "a"
      }
    }
    event.trigger(1)
    #expect(present == "a 1" && name.value == "A")

    let other = Event<Int>()
    let otherSubscription = other.sink { number in
      name.value = number == 1 ? "Eve" : "Bob"
      if number < 3 { other.trigger(number + 1) }
    }
    other.trigger(1)
    #expect(present == "bob 1" && name.value == "Bob")
    // Their handlers keep the events.
    subscription.cancel()
    otherSubscription.cancel()
  }

  @Test("a conversion written in a program's delivery stands as it was written")
  func conversionInDelivery() {
    let name = person[\.name].converted {
      $0.uppercased()
    } back: {
      $0.lowercased()
    }
    let drafts = program.modelBehavior(\.draft).sink { _ in name.value = "Bob" }
    program.dispatch(.draft(Form.Person()))
    #expect(present == "bob 1" && name.value == "Bob")
    drafts.cancel()
  }

  @Test("an optional field is changed and undone like any other")
  func optional() {
    let draft = program.modelBehavior(\.draft, dispatching: Form.Message.draft)
    draft.value = Form.Person()
    let history = History(of: draft)
    draft[optional: \.name].value = "x"
    draft.update { $0?.age += 1 }
    #expect(program.model.draft?.name == "x" && program.model.draft?.age == 2)
    batch {
      draft[optional: \.age].value = 3
      draft[optional: \.name].value = "y"
    }
    draft.value = nil
    history.undo()
    #expect(draft.value?.name == "y" && draft.value?.age == 3)
    history.undo()
    #expect(draft.value?.name == "x" && draft.value?.age == 2)
    history.redo()
    history.redo()
    #expect(draft.value == nil && !history.canRedo.value)
  }

  @Test("a conversion whose source is written after it stands until the source changes", arguments: [false, true])
  func overtaken(isDelivery: Bool) {
    let age = person[\.age]
    let text = age.converted {
      "\($0)"
    } back: {
      Int($0) ?? 0
    }
    text.value = "013"
    var seen: [String] = []
    let subscription = text.sink { seen.append($0) }
    func both(_ written: String, _ number: Int) {
      if isDelivery {
        let event = Event<Void>()
        event.sink { text.value = written }
        event.sink { age.value = number }
        event.trigger()
      } else {
        batch {
          text.value = written
          age.value = number
        }
      }
    }
    both("014", 15)
    #expect(seen == ["014", "15"])
    both("016", 15)
    #expect(seen == ["014", "15", "016", "15"])
    subscription.cancel()
  }

  @Test("the end of a value that waited may write")
  func replacedValue() {
    final class Ending {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
      deinit { body() }
    }
    struct Held: Equatable {
      var number = 0
      var ending: Ending?
      static func == (a: Held, b: Held) -> Bool { a.number == b.number }
    }
    enum Pair: Module {
      struct Model: Initable { var held = Held(), x = 0, y = 0 }
      enum Message {
        case held(Int)
        case x(Int)
        case y(Int)
      }
      static func update(for message: Message, model: inout Model) -> [Never] {
        switch message {
        case .held(let number): model.held = Held(number: number)
        case .x(let x): model.x = x
        case .y(let y): model.y = y
        }
        return []
      }
      static func view(for model: Model) -> [Int] { [model.held.number, model.x, model.y] }
    }
    let program = Pair.makeProgram()
    let held = program.modelBehavior(\.held, dispatching: { .held($0.number) })
    let x = program.modelBehavior(\.x, dispatching: Pair.Message.x)
    let y = program.modelBehavior(\.y, dispatching: Pair.Message.y)
    batch {
      held.value = Held(number: 1, ending: Ending { x.value = 1 })
      held.value = Held(number: 2)
      x.update { $0 += 1 }
      y.value = 2
    }
    #expect(program.view == [2, 2, 2])
  }

  private final class Hook {
    var body: () -> Void = {}
  }
  private struct Key: Hashable {
    let number: Int
    let hook: Hook
    static func == (a: Key, b: Key) -> Bool {
      a.hook.body()
      return a.number == b.number
    }
    func hash(into hasher: inout Hasher) {}
  }
  private enum Table: Module {
    struct Pair: Equatable { var x = 0, y = 0 }
    struct Model: Initable {
      var pairs = Array(repeating: Pair(), count: 4)
      subscript(key: Key) -> Pair { pairs[key.number] }
    }
    struct Message { let number: Int, pair: Pair }
    static func update(for message: Message, model: inout Model) -> [Never] {
      model.pairs[message.number] = message.pair
      return []
    }
    static func view(for model: Model) -> [Pair] { model.pairs }
  }

  @Test("fields whose paths have one hash are kept apart, also if a comparison of paths writes one")
  func equalHashes() {
    let program = Table.makeProgram()
    let hook = Hook()
    let fields = (0..<4).map { number in
      program.modelBehavior(\.[Key(number: number, hook: hook)]) { Table.Message(number: number, pair: $0) }
    }
    var writes = 0
    batch {
      for field in fields { field[\.x].value = 1 }
      fields[0][\.y].value = 2
      // In the comparison with the first field's path.
      hook.body = {
        hook.body = {}
        writes += 1
        fields[3][\.y].value = 5
      }
      for field in fields[1...2] { field[\.y].value = 2 }
      hook.body = {}
    }
    #expect(writes == 1)
    #expect(program.view == [2, 2, 2, 5].map { Table.Pair(x: 1, y: $0) })
  }

  @Test("a draft written behind its field in a batch stands, and one written before it ends")
  func draftsInBatch() {
    let name = person[\.name]
    let draft = LinkedProperty(name)
    batch {
      name.value = "b"
      draft.value = "own"
      #expect(draft.value == "own")
    }
    #expect(program.model.person.name == "b" && draft.value == "own" && draft.isOverridden.value)
    batch {
      draft.value = "new"
      name.value = "c"
      draft.commit()
    }
    #expect(program.model.person.name == "c" && draft.value == "c" && !draft.isOverridden.value)
    let home = LinkedProperty(person[\.home])
    batch {
      person[\.home.city].value = "Oslo"
      home.update { $0.zip = 7 }
    }
    #expect(home.value == Form.Address(city: "Oslo", zip: 7) && program.model.person.home.city == "Oslo")
  }

  @Test("a draft written with the value that waits follows its field")
  func sameAsWaiting() {
    let draft = LinkedProperty(person[\.name])
    batch {
      person[\.name].value = "b"
      draft.value = "b"
      #expect(draft.value == "b")
    }
    #expect(draft.value == "b" && !draft.isOverridden.value)
    draft.value = "c"
    batch {
      draft.commit()
      draft.value = "c"
    }
    #expect(draft.value == "c" && !draft.isOverridden.value && program.model.person.name == "c")
  }

  @Test("a question about what waits goes once through a chain of drafts or conversions", arguments: [false, true])
  func chains(ofDrafts: Bool) {
    final class Count { var value = 0 }
    struct Counted: Equatable {
      let number: Int, count: Count
      static func == (a: Counted, b: Counted) -> Bool {
        a.count.value += 1
        return a.number == b.number
      }
    }
    let count = Count()
    let depth = 16
    var chain: [OpenBehavior<Counted>] = [
      person[\.age].converted {
        Counted(number: $0, count: count)
      } back: {
        $0.number
      }
    ]
    for _ in 1..<depth {
      guard let last = chain.last else { continue }
      chain.append(
        ofDrafts
          ? LinkedProperty(last)
          : last.converted {
            $0
          } back: {
            $0
          })
    }
    count.value = 0
    batch {
      person[\.age].value = 100
      for (number, behavior) in chain.enumerated() { behavior.value = Counted(number: number, count: count) }
    }
    #expect(count.value < 40 * depth * depth)
  }

  @Test("a draft committed in a command handler or an observer shows no earlier value", arguments: 0..<4)
  func committed(place: Int) {
    let draft = LinkedProperty(person[\.name])
    var seen: [String] = []
    draft.sink { seen.append($0) }
    draft.value = "b"
    switch place {
    case 0:
      work.sink { draft.commit() }
      program.dispatch(.perform)
    case 1:
      let subscription = program.modelBehavior(\.person.age).sink { _ in draft.commit() }
      program.dispatch(.age(2))
      subscription.cancel()
    case 2: batch { draft.commit() }
    default:
      batch {
        program.dispatch(.age(2))
        draft.commit()
      }
    }
    #expect(seen == ["b"] && program.model.person.name == "b" && !draft.isOverridden.value)
  }
}
