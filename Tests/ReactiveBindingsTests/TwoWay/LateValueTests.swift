// Tests: LateValue

import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("A control bound to a part of a program's field, which takes a write when the batch or delivery has ended")
struct LateValueTests {
  private struct Form: Module {
    /// Without `==`.
    struct Note { var text = "" }
    struct Person: Equatable {
      var name = "a", age = 1
      var note = Note()
      static func == (one: Person, other: Person) -> Bool {
        one.name == other.name && one.age == other.age && one.note.text == other.note.text
      }
    }
    struct Model: Initable { var person = Person() }
    enum Message {
      case person(Person)
      case grow, perform
    }
    enum Command { case work }
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      // Refuses an age below 0, and cuts a name.
      case .person(let new) where new.age < 0: break
      case .person(var new):
        new.name = String(new.name.prefix(3))
        model.person = new
      case .grow: model.person.age += 1
      case .perform: return [.work]
      }
      return []
    }
    static func view(for model: Model) -> Int { model.person.age }
  }
  private let work = Event<Void>()
  private let program: Program<Form>
  private let person: OpenBehavior<Form.Person>
  private let name: OpenBehavior<String>
  private let control = OpenBehavior("")

  init() {
    program = Form.makeProgram(performing: work)
    person = program.modelBehavior(\.person, dispatching: Form.Message.person)
    name = person[\.name]
    name.bindTwoWay(to: control)
  }
  private var state: String { "\(control) \(name) \(program.model.person.age)" }

  /// Each way to write several values that arrive together.
  private var ways: [(String, (@escaping () -> Void) -> Void)] {
    [
      ("batch", { writes in batch { writes() } }),
      (
        "delivery",
        { writes in
          let event = Event<Void>()
          event.sink { writes() }
          event.trigger()
        }
      ),
      (
        "effect",
        { writes in
          let trigger = OpenBehavior(0)
          let effect = Effect { if trigger.value > 0 { untracked { writes() } } }
          trigger.value = 1
          effect.cancel()
        }
      ),
      (
        "command handler",
        { [work, program] writes in
          let subscription = work.sink { batch { writes() } }
          program.dispatch(.perform)
          subscription.cancel()
        }
      ),
    ]
  }

  @Test("the last write wins, of the control, the part, the whole, or another part")
  func lastWrite() {
    for (way, perform) in ways {
      perform {
        control.value = "1"
        name.value = "2"
      }
      #expect(state == "2 2 1", "\(way)")
      perform {
        name.value = "3"
        control.value = "4"
      }
      #expect(state == "4 4 1", "\(way)")
      perform {
        control.value = "5"
        person.update { $0.name = "6" }
        person[\.age].value = 7
      }
      #expect(state == "6 6 7", "\(way)")
      perform {
        person.value = Form.Person(name: "8", age: 1)
        person[\.age].value = 9
        control.value = "9"
        person[\.age].value = 1
      }
      #expect(state == "9 9 1", "\(way)")
    }
  }

  @Test("what the program changes, the control takes over; if it refuses, the control keeps what was typed")
  func changedOrRefused() {
    let age = person[\.age]
    let number = OpenBehavior(0)
    age.bindTwoWay(to: number)
    var seen: [Int] = []
    let subscription = number.sink { seen.append($0) }
    for (way, perform) in ways {
      control.value = "abcdef"
      #expect(state == "abc abc 1")
      perform { control.value = "ghijkl" }
      #expect(state == "ghi ghi 1", "\(way)")
      perform {
        name.value = "abcdef"
        control.value = "jklmno"
      }
      #expect(state == "jkl jkl 1", "\(way)")
      // Refused, and written elsewhere: the control never shows it.
      perform { age.value = -5 }
      #expect(seen.isEmpty && number.value == 1, "\(way)")
      perform { number.value = -5 }
      #expect(seen == [-5] && age.value == 1, "\(way)")
      perform {
        number.value = -6
        age.value = 2
      }
      #expect(number.value == 2 && age.value == 2, "\(way)")
      number.value = 1
      seen = []
    }
    subscription.cancel()
  }

  @Test("controls of one part, in a chain, agree with what was written last")
  func chain() {
    let second = OpenBehavior("")
    let third = OpenBehavior("")
    name.bindTwoWay(to: second)
    second.bindTwoWay(to: third)
    for (way, perform) in ways {
      perform {
        control.value = "1"
        third.value = "2"
        name.value = "3"
      }
      #expect([control, name, second, third].allSatisfy { $0.value == "3" }, "\(way)")
      perform {
        name.value = "4"
        control.value = "5"
        third.value = "6"
      }
      #expect([control, name, second, third].allSatisfy { $0.value == "6" }, "\(way)")
    }
  }

  @Test("values that cannot be compared")
  func notComparable() {
    let note = person[\.note]
    let draft = OpenBehavior(Form.Note())
    note.bindTwoWay(to: draft)
    for (way, perform) in ways {
      perform {
        draft.value.text = "1"
        note.value.text = "2"
      }
      #expect(draft.value.text == "2" && program.model.person.note.text == "2", "\(way)")
      perform {
        note.value.text = "3"
        draft.value.text = "4"
      }
      #expect(draft.value.text == "4" && program.model.person.note.text == "4", "\(way)")
    }
  }

  @Test("a binding made while a value waits takes that, or its own side if that is the first")
  func madeInBatch() {
    let other = OpenBehavior("")
    batch {
      name.value = "1"
      name.bindTwoWay(to: other)
    }
    #expect(other.value == "1" && control.value == "1")
    let first = OpenBehavior("2")
    batch {
      name.value = "3"
      first.bindTwoWay(to: name)
    }
    #expect(first.value == name.value && control.value == first.value)
  }

  @Test("it keeps no value that has arrived, and neither the field nor the control")
  func memory() {
    let live = LiveCount()
    struct Kept: Equatable {
      var object: Tracked?
      static func == (one: Kept, other: Kept) -> Bool { one.object === other.object }
    }
    struct Keeping: Module {
      struct Model: Initable { var kept = Kept() }
      enum Message { case set(Kept) }
      enum Command {}
      static func update(for message: Message, model: inout Model) -> [Command] {
        if case .set(let new) = message { model.kept = new }
        return []
      }
      static func view(for model: Model) -> Int { 0 }
    }
    do {
      let program = Keeping.makeProgram()
      let field = program.modelBehavior(\.kept, dispatching: Keeping.Message.set)
      let control = OpenBehavior(Kept())
      field.bindTwoWay(to: control)
      for _ in 0..<10 {
        batch {
          control.value = Kept(object: live.make())
          field.value = Kept(object: live.make())
        }
        #expect(live.alive == 1)
      }
    }
    #expect(live.alive == 0)
  }
}
