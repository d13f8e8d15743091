// Tests: BindingSide, TwoWayBinding, WriteLooks, WriteStamp

import ReactiveBindings
import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Two-way bindings of behaviors that forward their writes")
struct BindTwoWayProjectionTests {
  private struct Whole: Equatable { var a = 0, b = 0, text = "" }
  private struct Todo: Identifiable, Equatable { var id: Int, title: String }
  private struct User: Equatable { var name: String, city: String }
  private let whole = OpenBehavior(Whole(a: 1, b: 2))

  @Test("two parts of one whole agree, whichever is written")
  func twoParts() {
    let (a, b) = (whole[\.a], whole[\.b])
    a.bindTwoWay(to: b)
    #expect(whole.value == Whole(a: 1, b: 1))
    b.value = 3
    #expect(whole.value == Whole(a: 3, b: 3))
    a.value = 4
    #expect(whole.value == Whole(a: 4, b: 4))
    a.update { $0 += 1 }
    b.update { $0 += 1 }
    #expect(whole.value == Whole(a: 6, b: 6))
  }

  @Test("a part that is dropped in a batch does not make another one newer than the last write")
  func droppedInBatch() {
    let (field, other) = (OpenBehavior(0), OpenBehavior(Whole()))
    let (a, same) = (whole[\.a], whole[\.a])
    var dropped: OpenBehavior<Int>? = other[\.b]
    for part in [same, a, dropped!] { part.bindTwoWay(to: field) }
    batch {
      a.value = 5
      other.value.a = 9
      dropped = nil
      field.value = 7
    }
    #expect(field.value == 7 && whole.value.a == 7)
  }

  @Test("a getter that binds its side to others while it is looked at loses none of its own", arguments: [1, 50])
  func boundInGetter(others: Int) {
    let (field, other) = (OpenBehavior(0), OpenBehavior(0))
    let more = (0..<others).map { _ in OpenBehavior(0) }
    for behavior in more { behavior.bindTwoWay(to: other) }
    let whenRead = Box<(() -> Void)?>(nil)
    let whole = OpenBehavior(Watched(whenRead: whenRead))
    let parts = [whole[\.part], whole[\.part]]
    for part in parts { part.bindTwoWay(to: field) }
    whenRead.value = {
      whenRead.value = nil
      other.bindTwoWay(to: field)
    }
    batch {
      whole.value.number = 5
      field.value = 7
    }
    whenRead.value = nil
    for number in 20..<23 {
      batch {
        whole.value.number = -number
        field.value = number
      }
      #expect(field.value == number && whole.value.number == number)
    }
  }

  private struct Watched: Equatable {
    let whenRead: Box<(() -> Void)?>
    var number = 0
    var part: Int {
      get {
        whenRead.value?()
        return number
      }
      set { number = newValue }
    }
    static func == (one: Watched, other: Watched) -> Bool { one.number == other.number }
  }

  @Test("a part that is bound in a batch does not make another one newer than the last write")
  func boundInBatch() {
    let field = OpenBehavior(0)
    let (a, same, late) = (whole[\.a], whole[\.a], whole[\.b])
    for part in [same, a] { part.bindTwoWay(to: field) }
    batch {
      a.value = 5
      field.value = 7
      field.bindTwoWay(to: late)
    }
    #expect(field.value == 7 && whole.value == Whole(a: 7, b: 7))
  }

  @Test("a binding made in a batch is newer than the batch's earlier writes, and what they have changed")
  func bindingInBatch() {
    let (field, new) = (OpenBehavior(0), OpenBehavior(1))
    let (a, same) = (whole[\.a], whole[\.a])
    for part in [same, a] { part.bindTwoWay(to: field) }
    batch {
      a.value = 5
      field.value = 7
      new.bindTwoWay(to: field)
    }
    #expect(new.value == 1 && field.value == 1 && whole.value.a == 1)
  }

  @Test("a batch around a call of independently restores a part that the call has written: both sides have it again")
  func restoredAroundCall() {
    let (a, field) = (whole[\.a], OpenBehavior(0))
    a.bindTwoWay(to: field)
    batch {
      whole.value.text = "x"
      independently { field.value = 2 }
      a.value = 1
    }
    #expect(a.value == 1 && field.value == 1)
    batch {
      whole.value.text = "y"
      independently { field.value = 2 }
      whole.value.a = 1
    }
    #expect(a.value == 1 && field.value == 1)
    let (celsius, reading) = (OpenBehavior(10), OpenBehavior(0))
    let doubled = celsius.converted {
      $0 * 2
    } back: {
      $0 / 2
    }
    doubled.bindTwoWay(to: reading)
    batch {
      celsius.value = 5
      independently { reading.value = 4 }
      celsius.value = 10
    }
    #expect(doubled.value == 20 && reading.value == 20)
  }

  private struct Contact: Equatable {
    var id = 1, name = ""
    static func == (one: Contact, other: Contact) -> Bool { one.id == other.id }
  }

  @Test("a part that the whole's == overlooks is carried")
  func overlookedPart() {
    let contact = OpenBehavior(Contact())
    let (field, name) = (OpenBehavior("Ada"), contact[\.name])
    name.bindTwoWay(to: field)
    #expect(field.value == "")
    field.value = "Grace"
    #expect(contact.value.name == "Grace")
    name.value = "Emmy"
    #expect(field.value == "Emmy")
    batch { field.value = "Lise" }
    #expect(contact.value.name == "Lise")
  }

  @Test("many looks need no more stack than one", .enabled(if: hasPlainStack))
  func manyLooks() {
    let agrees = onThread {
      let (a, b) = (OpenBehavior(0), OpenBehavior(0))
      let next = OpenBehavior<Int>(get: { b.value + 1 }, set: { b.value = $0 - 1 })
      let bag = SubscriptionBag()
      a.bindTwoWay(to: next).store(in: bag)
      // A write made elsewhere is looked for at each correction.
      a.sink { if $0 % 2 == 1 { next.value = $0 + 1 } }.store(in: bag)
      for number in 1...10_000 { a.value = number * 10 + 1 }
      return a.value == 100_002 && next.value == 100_002
    }
    #expect(agrees)
  }

  @Test("they agree after a write of the whole, too: of one that changes both, the first counts")
  func writtenByWhole() {
    let (a, b) = (whole[\.a], whole[\.b])
    a.bindTwoWay(to: b)
    whole.value = Whole(a: 1, b: 5)
    #expect(whole.value == Whole(a: 5, b: 5))
    whole.value = Whole(a: 7, b: 5)
    #expect(whole.value == Whole(a: 7, b: 7))
    whole.value = Whole(a: 8, b: 9)
    #expect(whole.value == Whole(a: 8, b: 8))
    whole.update { $0.text = "x" }
    #expect(whole.value == Whole(a: 8, b: 8, text: "x"))
  }

  @Test("in a delivery the last write wins, where the whole was written before or after the other side")
  func delivery() {
    let (a, other) = (whole[\.a], OpenBehavior(0))
    a.bindTwoWay(to: other)
    let event = Event<Int>()
    event.sink { [whole] number in
      if number == 1 { whole.value = Whole(a: 2, b: 2) }
      other.value = 3
      if number == 2 { whole.value = Whole(a: 4, b: 4) }
    }
    event.trigger(1)
    #expect(whole.value == Whole(a: 3, b: 2) && other.value == 3)
    event.trigger(2)
    #expect(whole.value == Whole(a: 4, b: 4) && other.value == 4)
  }

  @Test("each part is notified once for each change that it does not make itself, and the whole no more than twice")
  func notifications() {
    let (a, b) = (whole[\.a], whole[\.b])
    a.bindTwoWay(to: b)
    var log: [String] = []
    a.sink { log.append("a\($0)") }
    b.sink { log.append("b\($0)") }
    var wholes = 0
    whole.sink { _ in wholes += 1 }
    a.value = 5
    b.value = 6
    #expect(log == ["a5", "b5", "b6", "a6"] && wholes == 4)
    whole[\.text].value = "x"
    #expect(log.count == 4)
  }

  @Test("in a batch the side that was written last wins, also where the whole or another part was written before")
  func lastWinsOverWhole() {
    struct User: Equatable { var name = "", other = "" }
    for order in [false, true] {
      let user = OpenBehavior(User())
      let (name, text, again) = (user[\.name], OpenBehavior(""), user[\.name])
      let subscription = name.bindTwoWay(to: text)
      batch {
        if order { text.value = "newer" }
        user.update { $0.name = "older" }
        if !order { text.value = "newer" }
      }
      #expect(name.value == (order ? "older" : "newer") && text.value == name.value)
      batch {
        again.value = "a"
        text.value = "b"
        user.value.other = "c"
      }
      #expect(user.value == User(name: "b", other: "c") && text.value == "b")
      subscription.cancel()
    }
  }

  @Test("in a batch the side that was written last wins")
  func batches() {
    let (a, b) = (whole[\.a], whole[\.b])
    a.bindTwoWay(to: b)
    batch {
      a.value = 10
      b.value = 11
    }
    #expect(whole.value == Whole(a: 11, b: 11))
    batch {
      b.value = 12
      a.value = 13
    }
    #expect(whole.value == Whole(a: 13, b: 13))
    batch {
      b.value = 14
      whole.update { $0.text = "x" }
      a.value = 15
      b.value = 16
    }
    #expect(whole.value == Whole(a: 16, b: 16, text: "x"))
  }

  @Test("a batch that is taken back leaves both as they were")
  func takenBack() {
    let (a, b) = (whole[\.a], whole[\.b])
    a.bindTwoWay(to: b)
    var notified = 0
    whole.sink { _ in notified += 1 }
    batch {
      a.value = 5
      b.value = 6
      b.value = 1
      a.value = 1
    }
    #expect(notified == 0 && whole.value == Whole(a: 1, b: 1))
    b.value = 2
    #expect(a.value == 2)
  }

  @Test("a part and a stored behavior agree, written by either, by the whole, and last in a batch")
  func partAndStored() {
    let stored = OpenBehavior(0)
    let a = whole[\.a]
    stored.bindTwoWay(to: a)
    #expect(whole.value.a == 0)
    a.value = 1
    #expect(stored.value == 1)
    whole.value.a = 2
    #expect(stored.value == 2)
    stored.value = 3
    #expect(whole.value.a == 3)
    batch {
      a.value = 4
      stored.value = 5
    }
    #expect(whole.value.a == 5 && stored.value == 5)
    batch {
      stored.value = 6
      a.value = 7
    }
    #expect(whole.value.a == 7 && stored.value == 7)
    stored.bindTwoWay(to: whole[\.b])
    whole.value.b = 9
    #expect(stored.value == 7 || whole.value.b == 9)
  }

  @Test("a conversion that is bound settles, though it is not inverse")
  func conversion() {
    let number = OpenBehavior(1.0)
    let rounded = number.converted {
      Int($0)
    } back: {
      Double($0) + 0.25
    }
    let field = OpenBehavior(0)
    rounded.bindTwoWay(to: field)
    var notified: [Int] = []
    field.sink { notified.append($0) }
    #expect(field.value == 1)
    field.value = 5
    #expect(number.value == 5.25 && rounded.value == 5)
    number.value = 8.75
    #expect(field.value == 8 && number.value == 8.75 && notified == [5, 8])
    number.value = 8.5
    #expect(field.value == 8 && notified == [5, 8])
  }

  @Test("a failing conversion that is bound keeps the text, and triggers once")
  func failing() {
    struct NoNumber: Error {}
    let number = OpenBehavior(1)
    let errors = Event<NoNumber>()
    let text = number.converted(errors: errors) {
      String($0)
    } back: { text throws(NoNumber) in
      guard let number = Int(text) else { throw NoNumber() }
      return number
    }
    let field = OpenBehavior("")
    text.bindTwoWay(to: field)
    var failures = 0
    errors.sink { _ in failures += 1 }
    field.value = "many"
    #expect(failures == 1 && field.value == "many" && text.value == "many" && number.value == 1)
    field.value = "007"
    #expect(failures == 1 && field.value == "007" && number.value == 7)
    number.value = 8
    #expect(field.value == "8")
  }

  @Test("a linked property that is bound begins anew on both sides")
  func linked() {
    let saved = OpenBehavior("Ada")
    let draft = LinkedProperty(saved)
    let field = OpenBehavior("")
    draft.bindTwoWay(to: field)
    #expect(field.value == "Ada")
    field.value = "Grace"
    #expect(draft.value == "Grace" && saved.value == "Ada")
    draft.reset()
    #expect(field.value == "Ada")
    field.value = "Edsger"
    saved.value = "Barbara"
    #expect(field.value == "Barbara" && draft.value == "Barbara" && !draft.isOverridden.value)
    field.value = "Alan"
    draft.commit()
    #expect(saved.value == "Alan" && field.value == "Alan" && !draft.isOverridden.value)
  }

  @Test("a tentative property that is bound reverts on both sides, and commits on both")
  func tentative() {
    let saved = OpenBehavior("Ada")
    let shown = TentativeProperty(parentProperty: saved)
    let field = OpenBehavior("")
    shown.bindTwoWay(to: field)
    var log: [String] = []
    shown.sink { log.append("shown \($0)") }
    field.sink { log.append("field \($0)") }
    // The binding does not write the parent's changes back, which would be tentative values.
    saved.value = "ADA"
    #expect(field.value == "ADA" && !shown.isTentative)
    field.value = "Grace"
    #expect(shown.value == "Grace" && shown.isTentative && saved.value == "ADA")
    shown.revertTentative()
    #expect(field.value == "ADA" && shown.value == "ADA" && !shown.isTentative)
    #expect(log == ["shown ADA", "field ADA", "field Grace", "shown Grace", "shown ADA", "field ADA"])
    log = []
    field.value = "Edsger"
    batch {
      saved.value = shown.value
      shown.revertTentative()
    }
    #expect(saved.value == "Edsger" && field.value == "Edsger" && shown.value == "Edsger" && !shown.isTentative)
    saved.value = "Barbara"
    #expect(field.value == "Barbara" && !shown.isTentative)
    #expect(log == ["field Edsger", "shown Edsger", "shown Barbara", "field Barbara"])
    log = []
    field.value = "Alan"
    saved.value = "Alonzo"
    #expect(field.value == "Alan" && shown.value == "Alan")
    shown.revertTentative()
    #expect(field.value == "Alonzo" && !shown.isTentative)
    #expect(log == ["field Alan", "shown Alan", "shown Alonzo", "field Alonzo"])
  }

  @Test("a tentative property that is bound and reverted in a batch reverts on both sides")
  func tentativeInBatch() {
    let saved = OpenBehavior("Ada")
    let shown = TentativeProperty(parentProperty: saved)
    let field = OpenBehavior("")
    shown.bindTwoWay(to: field)
    field.value = "Grace"
    batch {
      shown.value = "Edsger"
      shown.revertTentative()
    }
    #expect(field.value == "Ada" && shown.value == "Ada" && !shown.isTentative)
    var notified = 0
    field.sink { _ in notified += 1 }
    batch {
      shown.value = "Edsger"
      shown.revertTentative()
    }
    #expect(field.value == "Ada" && notified == 0)
    batch {
      shown.revertTentative()
      field.value = "Barbara"
    }
    #expect(shown.value == "Barbara" && shown.isTentative && saved.value == "Ada" && notified == 1)
  }

  @Test("a part of a row that is bound follows the row as it moves, goes and comes back")
  func partOfRow() {
    let todos = OpenBehavior([Todo(id: 7, title: "milk"), Todo(id: 8, title: "bread")])
    let title = todos[id: 7][optional: \.title]
    let field = OpenBehavior<String?>(nil)
    title.bindTwoWay(to: field)
    var log: [String?] = []
    field.sink { log.append($0) }
    #expect(field.value == "milk")
    field.value = "oat milk"
    todos.update { $0.reverse() }
    field.value = "soy milk"
    #expect(todos.value == [Todo(id: 8, title: "bread"), Todo(id: 7, title: "soy milk")])
    todos[id: 7].value?.title = "rice milk"
    #expect(field.value == "rice milk")
    todos[id: 7].value = nil
    #expect(field.value == nil && todos.value == [Todo(id: 8, title: "bread")])
    todos.update { $0.insert(Todo(id: 7, title: "milk"), at: 0) }
    #expect(log == ["oat milk", "soy milk", "rice milk", nil, "milk"])
    batch {
      field.value = "oat milk"
      todos.update { $0.reverse() }
    }
    #expect(field.value == "oat milk" && todos.value.map(\.title) == ["bread", "oat milk"])
    batch {
      field.value = "soy milk"
      todos.value = []
    }
    #expect(field.value == nil && todos.value.isEmpty)
  }

  @Test("a part of an optional that is bound is nil on both sides while the whole is")
  func partOfOptional() {
    let user = OpenBehavior<User?>(User(name: "Ada", city: "London"))
    let name = user[optional: \.name]
    let field = OpenBehavior<String?>(nil)
    name.bindTwoWay(to: field)
    var log: [String?] = []
    field.sink { log.append($0) }
    field.value = "Grace"
    #expect(user.value == User(name: "Grace", city: "London"))
    user.value?.city = "Arlington"
    user.value?.name = "Edsger"
    user.value = nil
    #expect(field.value == nil && name.value == nil)
    field.value = nil
    user.value = User(name: "Barbara", city: "Boston")
    #expect(log == ["Grace", "Edsger", nil, "Barbara"])
    batch {
      user.value = nil
      user.value = User(name: "Barbara", city: "Boston")
      field.value = "Alan"
    }
    #expect(user.value == User(name: "Alan", city: "Boston") && log == ["Grace", "Edsger", nil, "Barbara", "Alan"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("text for a part of nil stops with a message, whichever side it is written on")
  func textForNothing() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let user = OpenBehavior<User?>(nil)
      let name = user[optional: \.name]
      let field = OpenBehavior<String?>("Ada")
      name.bindTwoWay(to: field)
      precondition(field.value == nil)
      field.value = "Grace"
    }
    try expectStop(result, says: ["User.name", "written while the value is nil"])
  }
  #endif

  @Test("a ring of parts settles, in one whole and across two")
  func ring() {
    let other = OpenBehavior(Whole())
    let parts = [whole[\.a], whole[\.b], other[\.a], other[\.b]]
    for index in parts.indices { parts[index].bindTwoWay(to: parts[(index + 1) % parts.count]) }
    for (number, part) in parts.enumerated() {
      part.value = 10 + number
      #expect(parts.allSatisfy { $0.value == 10 + number })
    }
    other.value = Whole(a: 30, b: 30)
    #expect(parts.allSatisfy { $0.value == 30 })
    batch {
      parts[2].value = 31
      parts[0].value = 32
      parts[3].value = 33
    }
    #expect(parts.allSatisfy { $0.value == 33 })
  }

  @Test("a setter that refuses makes the other side agree with what it has")
  func refusing() {
    let stored = OpenBehavior(5)
    let limited = OpenBehavior(get: { stored.value }, set: { stored.value = min($0, 10) })
    let field = OpenBehavior(0)
    limited.bindTwoWay(to: field)
    field.value = 70
    #expect(stored.value == 10 && limited.value == 10)
    stored.value = 3
    #expect(field.value == 3)
  }

  @Test("bound to itself by another part of the same path, it is one value")
  func samePath() {
    let (one, other) = (whole[\.a], whole[\.a])
    one.bindTwoWay(to: other)
    one.value = 5
    other.value = 6
    whole.value.a = 7
    #expect(one.value == 7 && other.value == 7)
    var notified = 0
    one.sink { _ in notified += 1 }
    other.value = 8
    #expect(notified == 1)
  }

  @Test("an object's property follows a part, and the part the object")
  func ofObject() {
    final class Field {
      var text = ""
      var onEdit: () -> Void = {}
    }
    let field = Field()
    let text = whole[\.text]
    text.bindTwoWay(to: \.text, on: field, changes: .callback(\.onEdit))
    whole.value.text = "a"
    #expect(field.text == "a")
    field.text = "b"
    field.onEdit()
    #expect(whole.value.text == "b")
    let label = Field()
    text.assign(to: \.text, on: label)
    field.text = "c"
    field.onEdit()
    #expect(label.text == "c" && whole.value.text == "c")
  }

  @Test("a binding ends with its parts, and keeps neither them nor the whole")
  func lifetime() {
    var a: OpenBehavior<Int>? = whole[\.a]
    var b: OpenBehavior<Int>? = whole[\.b]
    weak var weakA: OpenBehavior<Int>?
    weak var weakB: OpenBehavior<Int>?
    (weakA, weakB) = (a, b)
    a?.bindTwoWay(to: b!)
    a?.value = 4
    #expect(whole.value.b == 4)
    a = nil
    #expect(weakA == nil)
    b?.value = 5
    #expect(whole.value == Whole(a: 4, b: 5))
    b = nil
    #expect(weakB == nil && whole.dependentCount == 0)
    for number in 0..<10_000 {
      let (a, b) = (whole[\.a], whole[\.b])
      a.bindTwoWay(to: b)
      b.value = number
    }
    #expect(whole.value.a == 9_999 && whole.dependentCount == 0)
  }

  @Test("parts that are bound to one behavior and written in one batch are looked at a few times each")
  func manyParts() {
    func calls(of count: Int) -> Int {
      let (parts, hub) = (CountedParts(count: count), OpenBehavior(0))
      let subscriptions = parts.all.map { $0.bindTwoWay(to: hub) }
      parts.calls = 0
      batch {
        for (place, part) in parts.all.enumerated() { part.value = place + 1 }
        #expect(hub.value == 0)
      }
      #expect(hub.value == count && parts.whole.value.allSatisfy { $0 == count })
      batch {
        for (place, part) in parts.all.enumerated() {
          part.value = place + 1
          hub.value = -place
        }
      }
      #expect(hub.value == 1 - count && parts.whole.value.allSatisfy { $0 == 1 - count })
      for subscription in subscriptions { subscription.cancel() }
      return parts.calls
    }
    let (few, many) = (calls(of: 20), calls(of: 200))
    #expect(many < few * 12, "\(few) calls of 20 parts, \(many) of 200")
  }

  @Test("parts of one place that are bound with others: in a batch the write that was made last wins")
  func samePlaceInBatch() {
    for order in 0..<9 {
      let whole = OpenBehavior(Whole(a: 0, b: 0))
      let (one, again, other, hub) = (whole[\.a], whole[\.a], whole[\.b], OpenBehavior(0))
      let subscriptions = [one, again, other].map { $0.bindTwoWay(to: hub) }
      let writes: [(Int) -> Void] = [
        { one.value = $0 }, { again.value = $0 }, { other.value = $0 }, { hub.value = $0 },
        { number in whole.update { $0.a = number } },
      ]
      let chosen = [
        [0, 2], [2, 0], [0, 1, 2], [0, 3], [3, 0], [0, 2, 3], [0, 2, 4], [4, 2], [2, 1, 4, 3],
      ][order]
      batch { for (number, write) in chosen.enumerated() { writes[write](number + 1) } }
      let last = chosen.count
      #expect(hub.value == last && whole.value == Whole(a: last, b: last), "order \(order)")
      for subscription in subscriptions { subscription.cancel() }
    }
  }

  @Test("a side that comes to read another source is looked at where that changes")
  func movingOn() {
    let (left, right, isLeft, hub) = (OpenBehavior(0), OpenBehavior(0), OpenBehavior(true), OpenBehavior(0))
    let side = OpenBehavior(
      get: { isLeft.value ? left.value : right.value },
      set: { new in if isLeft.value { left.value = new } else { right.value = new } })
    let plain = OpenBehavior(get: { left.value }, set: { left.value = $0 })
    let subscriptions = [side.bindTwoWay(to: hub), plain.bindTwoWay(to: hub)]
    batch {
      isLeft.value = false
      right.value = 5
      hub.value = 6
    }
    #expect(hub.value == 6 && right.value == 6 && left.value == 6)
    batch {
      plain.value = 7
      right.value = 8
    }
    #expect(hub.value == 8 && right.value == 8 && left.value == 8)
    for subscription in subscriptions { subscription.cancel() }
  }
}
