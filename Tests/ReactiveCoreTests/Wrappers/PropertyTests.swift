// Tests: Property, Property+Assign

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("@Property")
struct PropertyTests {
  private final class Model {
    @Property var count = 0
    @Property(name: "items") var items: [String] = []
    @Property private(set) var title: String
    @Property var selection: Int?

    init(title: String = "") { self.title = title }
    func rename(_ title: String) { self.title = title }
  }
  private struct Settings {
    @Property var volume = 5
  }

  @Test("reads and writes like a stored property")
  func readWrite() {
    let model = Model(title: "a")
    #expect(model.title == "a")
    #expect(model.selection == nil)
    model.count += 2
    model.items.append("milk")
    model.items[0].append("!")
    model.selection = 3
    model.rename("b")
    #expect(model.count == 2)
    #expect(model.items == ["milk!"])
    #expect(model.selection == 3)
    #expect(model.title == "b")
  }

  @Test("$ is its behavior, the same at each use")
  func projection() {
    let model = Model()
    let projected: Behavior<Int> = model.$count
    #expect(projected === model.$count)
    #expect(projected.value == 0)
    var log: [Int] = []
    projected.observe { log.append($0) }
    model.count = 1
    #expect(log == [0, 1])
  }

  @Test("notifies of every assignment, also of an equal value")
  func everyAssignment() {
    let model = Model()
    var log: [Int] = []
    model.$count.observe { log.append($0) }
    model.count = 0
    model.count = 1
    model.count = 1
    #expect(log == [0, 0, 1, 1])
  }

  @Test("also of the same instance, and of nil after nil")
  func everyAssignmentOfObjects() {
    final class Holder { @Property var object: Tracked? }
    let live = LiveCount()
    let holder = Holder()
    var notified = 0
    holder.$object.sink { _ in notified += 1 }
    holder.object = nil
    let object = live.make()
    holder.object = object
    holder.object = object
    #expect(notified == 3)
  }

  @Test("a mutation in place is one assignment")
  func mutation() {
    let model = Model()
    var log: [[String]] = []
    model.$items.sink { log.append($0) }
    model.items.append("milk")
    model.items += ["bread", "salt"]
    #expect(log == [["milk"], ["milk", "bread", "salt"]])
  }

  @Test("passing it inout is one assignment, made when the call returns")
  func inoutArgument() {
    func bump(_ number: inout Int) {
      number += 1
      number += 1
    }
    let model = Model()
    var log: [Int] = []
    model.$count.sink { log.append($0) }
    bump(&model.count)
    #expect(log == [2])
  }

  @Test("in a batch it is delivered once, also if the last assignment is of what was there")
  func inBatch() {
    let model = Model()
    var log: [Int] = []
    model.$count.sink { log.append($0) }
    batch {
      model.count = 1
      model.count = 2
    }
    batch {
      model.count = 3
      model.count = 2
    }
    #expect(log == [2, 2])
  }

  @Test("works as a local variable and in a struct, whose copies share it")
  func localAndStruct() {
    @Property var local = 1
    var log: [Int] = []
    $local.observe { log.append($0) }
    local = 2
    local += 1
    #expect(log == [1, 2, 3])

    let settings = Settings()
    let copy = settings
    settings.$volume.sink { log.append($0) }
    copy.volume = 7
    #expect(settings.volume == 7)
    #expect(log == [1, 2, 3, 7])
    #expect(Settings(volume: 9).volume == 9)
  }

  @Test("messages call it by its name, or by the file and line of its declaration")
  func label() {
    final class Named {
      @Property(name: "total") var total = 0
      static let line = UInt(#line + 1)
      @Property var count = 0
    }
    let named = Named()
    #expect(named.$total.label == "total")
    #expect(named.$count.label == "\(#fileID):\(Named.line)")
  }
}
