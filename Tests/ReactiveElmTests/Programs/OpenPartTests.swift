// Tests: Program+Parts, WaitingFields

import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Parts of a program that are written by messages")
struct OpenPartTests {
  private struct Form: Module {
    struct Model: Initable {
      var name = "", age = 0
      var log: [Message] = []
    }
    enum Message: Equatable {
      case name(String)
      case age(Int)
    }
    static func update(for message: Message, model: inout Model) -> [Message] {
      model.log.append(message)
      switch message {
      case .name(let name): model.name = String(name.prefix(5))
      case .age(let age): if age >= 0 { model.age = age }
      }
      return [message]
    }
    static func view(for model: Model) -> [String] { [model.name.uppercased(), "\(model.age)"] }
  }
  private let program = Form.makeProgram { _ in nil }

  @Test("a write dispatches, and the read after it is what the module has made of it")
  func write() {
    let name = program.modelBehavior(\.name, dispatching: Form.Message.name)
    let line = #line - 1
    #expect(name.value == "" && name.label == "\(#fileID):\(line)")
    name.value = "Ada"
    #expect(name.value == "Ada" && program.model.name == "Ada")
    name.value = "Ada Lovelace"
    #expect(name.value == "Ada L")
    name.update { $0 = "Grace" }
    name <<= "Alan"
    program.dispatch(.name("Mary"))
    #expect(name.value == "Mary")
    #expect(program.model.log == [.name("Ada"), .name("Ada Lovelace"), .name("Grace"), .name("Alan"), .name("Mary")])
  }

  @Test("a write of the present value is no message, by whatever it is written")
  func duplicate() {
    let age = program.modelBehavior(\.age) { .age($0) }
    age.value = 0
    age.update { $0 += 0 }
    age <<= 0
    batch { age.value = 0 }
    #expect(program.model.log.isEmpty)
    age.value = 1
    age.value = 1
    #expect(program.model.log == [.age(1)])
  }

  @Test("a write that the module refuses is a message each time, and no change")
  func refused() {
    let age = program.modelBehavior(\.age, dispatching: Form.Message.age)
    var notified = 0
    let subscription = age.sink { _ in notified += 1 }
    age.value = -1
    age.value = -1
    #expect(program.model.log == [.age(-1), .age(-1)] && notified == 0 && age.value == 0)
    subscription.cancel()
  }

  @Test("observers are notified once for each change, and read the same in the part, the model and the view")
  func observers() {
    let name = program.modelBehavior(\.name, dispatching: Form.Message.name)
    var log: [String] = []
    let subscription = name.sink { [program, unowned name] in
      log.append("\($0) \(name.value) \(program.model.name) \(program.view[0])")
    }
    name.value = "Ada"
    program.dispatch(.age(3))
    batch {
      name.value = "Grace"
      name.value = "Alan"
    }
    #expect(log == ["Ada Ada Ada ADA", "Alan Alan Alan ALAN"])
    subscription.cancel()
  }

  @Test("in a batch the message waits for its end; what is written last wins, also where it is the value from before")
  func batches() {
    let name = program.modelBehavior(\.name, dispatching: Form.Message.name)
    batch {
      name.value = "Ada"
      #expect(name.value == "")
      name.value = ""
      name.update { $0 += "x" }
    }
    #expect(program.model.log == [.name("Ada"), .name(""), .name("x")] && name.value == "x")
    batch {
      name.value = "y"
      name.value = "x"
    }
    #expect(name.value == "x" && program.model.log.count == 5)
  }

  @Test("an update in a batch changes what was written there last")
  func updates() {
    let age = program.modelBehavior(\.age, dispatching: Form.Message.age)
    batch {
      age.update { $0 += 1 }
      age.update { $0 += 1 }
      program.modelBehavior(\.age, dispatching: Form.Message.age).update { $0 *= 5 }
      #expect(age.value == 0)
    }
    #expect(program.model.log == [.age(1), .age(2), .age(10)] && age.value == 10)
    age.update { $0 += 1 }
    program.dispatch(.age(20))
    batch { age.update { $0 += 1 } }
    #expect(age.value == 21)
  }

  @Test("what was written is released once its messages are handled, also where a turn of the recorder is between them")
  func release() {
    struct Shelf: Module {
      struct Item: Equatable {
        var content: Tracked?
        static func == (one: Item, other: Item) -> Bool { one.content === other.content }
      }
      struct Model: Initable { var item = Item(), other = Item() }
      enum Message {
        case item(Item)
        case other(Item)
        case clear
      }
      static func update(for message: Message, model: inout Model) -> [Never] {
        switch message {
        case .item(let item): model.item = item
        case .other(let item): model.other = item
        case .clear: model = Model()
        }
        return []
      }
      static func view(for model: Model) -> Bool { model.item.content == nil }
    }
    let count = LiveCount()
    let shelf = Shelf.makeProgram()
    let item = shelf.modelBehavior(\.item, dispatching: Shelf.Message.item)
    let other = shelf.modelBehavior(\.other, dispatching: Shelf.Message.other)
    batch {
      item.value = Shelf.Item(content: count.make())
      other.value = Shelf.Item(content: count.make())
    }
    #expect(count.alive == 2)
    shelf.dispatch(.clear)
    #expect(count.alive == 0 && item.value.content == nil && other.value.content == nil)
    let recorder = shelf.record(keeping: 1)
    batch {
      item.value = Shelf.Item(content: count.make())
      recorder.jump(to: 0)
      other.value = Shelf.Item(content: count.make())
      recorder.resume()
    }
    #expect(count.alive == 2)
    recorder.stop()
    shelf.dispatch(.clear)
    withExtendedLifetime(recorder) {}
    #expect(count.peak == 2)
  }

  @Test("what is written in a delivery and while messages are handled waits its turn")
  func deliveries() {
    let name = program.modelBehavior(\.name, dispatching: Form.Message.name)
    let age = program.modelBehavior(\.age, dispatching: Form.Message.age)
    var seen: [String] = []
    let subscriptions = [
      age.sink { [unowned name] in
        name.value = "a\($0)"
        seen.append(name.value)
      },
      program.commands.sink { [unowned age] command in
        if command == .name("a1") { age.value = 2 }
        seen.append("\(command)")
      },
    ]
    age.value = 1
    #expect(seen == ["", "age(1)", "name(\"a1\")", "a1", "age(2)", "name(\"a2\")"])
    #expect(name.value == "a2" && age.value == 2)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("a part of the view is written by messages, too")
  func view() {
    let shown = program.viewBehavior(\.[0], dispatching: Form.Message.name)
    shown.value = "ada"
    #expect(shown.value == "ADA" && program.model.name == "ada")
    shown.value = "ADA"
    #expect(program.model.log.count == 1)
  }

  @Test("it keeps the program, which does not keep it")
  func lifetime() {
    var program: Program<Form>? = Form.makeProgram { _ in nil }
    weak var weakProgram: Program<Form>?
    weakProgram = program
    var name = program?.modelBehavior(\.name, dispatching: Form.Message.name)
    weak var weakName: OpenBehavior<String>?
    weakName = name
    program = nil
    name?.value = "Ada"
    #expect(name?.value == "Ada" && weakProgram?.model.log == [.name("Ada")])
    name = nil
    #expect(weakName == nil && weakProgram == nil)
  }

  @Test("@Pub takes it")
  func wrapper() {
    final class Owner {
      @Pub var name: String
      init(_ program: Program<Form>) {
        _name = Pub(projectedValue: program.modelBehavior(\.name, dispatching: Form.Message.name))
      }
    }
    let owner = Owner(program)
    owner.name = "Ada"
    owner.name = "Ada"
    owner.$name.value = "Grace H."
    #expect(owner.name == "Grace" && program.model.log == [.name("Ada"), .name("Grace H.")])
  }

  @Test("while the recorder shows an earlier step, the part shows it, and a write is a message all the same")
  func travelling() {
    let name = program.modelBehavior(\.name, dispatching: Form.Message.name)
    let recorder = program.record()
    name.value = "Ada"
    name.value = "Grace"
    recorder.jump(to: 1)
    #expect(name.value == "Ada")
    name.value = "Ada"
    #expect(name.value == "Ada" && recorder.lastStep == 3)
    name.value = "Alan"
    #expect(name.value == "Ada")
    recorder.resume()
    #expect(name.value == "Alan")
    name.value = "Alan"
    #expect(recorder.lastStep == 4)
  }
}
