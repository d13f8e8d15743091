import ReactiveBindings
import Testing

/// Which write is newer when groups with their own histories are bound, and when writes wait.
@Suite("The order of writes in two-way bindings")
struct TwoWayOrderTests {
  private struct NoNumber: Error {}

  private func values<Value>(_ behaviors: OpenBehavior<Value>...) -> [Value] { behaviors.map(\.value) }

  // MARK: A batch that brings the behavior back

  @Test("brought back in the batch in which it was bound, it wins all the same")
  func backWhenBound() {
    let number = OpenBehavior(0)
    let other = OpenBehavior(4)
    batch {
      other.bindTwoWay(to: number)
      number.value = 0
    }
    #expect(values(number, other) == [0, 0])
    let source = OpenBehavior(1)
    let follower = OpenBehavior(0)
    batch {
      source.value = 2
      source.bindTwoWay(to: follower)
      source.value = 1
    }
    #expect(values(source, follower) == [1, 1])
  }

  @Test("brought back after the property was carried to it, it is carried to the property")
  func backAfterProperty() {
    let name = OpenBehavior("Ada")
    let field = PlainField("")
    name.bindTwoWay(to: \.value, on: field, changes: .callback(\.onEdit))
    batch {
      field.edit("x")
      name.value = "Ada"
    }
    #expect(name.value == "Ada" && field.value == "Ada")
  }

  @Test("by an event, which is delivered at the end of the batch, both agree, too")
  func backByEvent() {
    let name = OpenBehavior("Ada")
    let field = PlainField("")
    name.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    batch {
      field.edit("x")
      name.value = "Ada"
    }
    #expect(name.value == field.value)
    batch {
      field.edit("x")
      name.value = "b"
      field.edit("Ada")
    }
    #expect(name.value == field.value)
    batch {
      field.edit("q")
      field.edit("Ada")
    }
    #expect(name.value == "Ada" && field.value == "Ada")
  }

  @Test("a target that is assigned in a batch that ends where it began has the value")
  func assignedInBatch() {
    let number = OpenBehavior(1)
    let label = PlainLabel()
    batch {
      number.value = 2
      number.assign(to: \.number, on: label)
      number.value = 1
    }
    #expect(label.number == 1)
  }

  // MARK: Groups with different histories

  @Test("a write that waits in a batch reaches a group that is bound meanwhile, however old that is")
  func bindingInBatch() {
    let (a, x, b, c) = (OpenBehavior("a"), OpenBehavior("x"), OpenBehavior("b"), OpenBehavior("c"))
    a.bindTwoWay(to: x)
    b.bindTwoWay(to: c)
    for number in 0..<10 { c.value = "\(number)" }
    batch {
      a.value = "new"
      x.bindTwoWay(to: b)
    }
    #expect(values(a, x, b, c) == ["new", "new", "new", "new"])
  }

  @Test("a write that waits in a delivery reaches a group that is bound meanwhile")
  func bindingInDelivery() {
    let (a, x, b, c) = (OpenBehavior("a"), OpenBehavior("x"), OpenBehavior("b"), OpenBehavior("c"))
    var isFirst = true
    a.sink { _ in
      if isFirst { x.bindTwoWay(to: b) }
      isFirst = false
    }
    a.bindTwoWay(to: x)
    c.bindTwoWay(to: b)
    for number in 0..<10 { c.value = "\(number)" }
    a.value = "new"
    #expect(values(a, x, b, c) == ["new", "new", "new", "new"])
  }

  @Test("all of the first group is newer than all of the second, whatever was written and reverted there")
  func revertedBefore() {
    let (a, b, c, d) = (OpenBehavior(1), OpenBehavior(1), OpenBehavior(7), OpenBehavior(7))
    a.bindTwoWay(to: b)
    for _ in 0..<10 {
      batch {
        a.value = 2
        a.value = 1
      }
    }
    c.bindTwoWay(to: d)
    for number in 100..<105 { c.value = number }
    c.bindTwoWay(to: b)
    #expect(values(a, b, c, d) == [104, 104, 104, 104])
  }

  @Test("however long the two histories are, all agree on the first group's value", arguments: 0..<6, [true, false])
  func lengthsOfHistories(length: Int, reverts: Bool) {
    let (x, y, z, w) = (OpenBehavior("x"), OpenBehavior("y"), OpenBehavior("z"), OpenBehavior("w"))
    x.bindTwoWay(to: y)
    if reverts {
      batch {
        y.value = "for a while"
        y.value = "x"
      }
    }
    z.bindTwoWay(to: w)
    for number in 0..<length { w.value = "\(number)" }
    let expected = z.value
    z.bindTwoWay(to: x)
    #expect(values(x, y, z, w) == [expected, expected, expected, expected])
  }

  @Test("the same with a write of the second group that waits", arguments: 0..<6)
  func waitingWrite(length: Int) {
    let (x, y, z, w) = (OpenBehavior("x"), OpenBehavior("y"), OpenBehavior("z"), OpenBehavior("w"))
    x.bindTwoWay(to: y)
    z.bindTwoWay(to: w)
    for number in 0..<length { w.value = "\(number)" }
    let expected = z.value
    batch {
      y.value = "new"
      z.bindTwoWay(to: x)
    }
    #expect(values(x, y, z, w) == [expected, expected, expected, expected])
  }

  @Test("a ring that is closed while a write waits in it", arguments: 0..<3)
  func ringClosedInBatch(place: Int) {
    let ring = [OpenBehavior(0), OpenBehavior(1), OpenBehavior(2)]
    ring[0].bindTwoWay(to: ring[1])
    ring[1].bindTwoWay(to: ring[2])
    batch {
      ring[place].value = 5
      ring[2].bindTwoWay(to: ring[0])
    }
    #expect(Set(ring.map(\.value)).count == 1)
    ring[place].value = 6
    #expect(ring.map(\.value) == [6, 6, 6])
  }

  @Test("after a failed conversion, what is bound to either side begins with the first one's value", arguments: 0..<6)
  func afterFailure(length: Int) {
    let model = OpenBehavior(1)
    let text = OpenBehavior("")
    model.bindTwoWay(
      to: text,
      converting: Conversion(
        forward: { "\($0)" },
        back: { text throws(NoNumber) in
          guard let number = Int(text) else { throw NoNumber() }
          return number
        }), errors: Event<NoNumber>())
    text.value = "!"
    text.value = "!!"
    let other = OpenBehavior(50)
    let another = OpenBehavior(50)
    other.bindTwoWay(to: another)
    for number in 0..<length { other.value = 60 + number }
    other.bindTwoWay(to: model)
    #expect(model.value == other.value && text.value == "\(other.value)")
  }

  @Test("an older value and a newer one that fails, in one batch: the older one goes where it can")
  func olderBesideFailing() {
    let first = OpenBehavior(1)
    let model = OpenBehavior(1)
    let text = OpenBehavior("")
    first.bindTwoWay(to: model)
    model.bindTwoWay(
      to: text,
      converting: Conversion(
        forward: { "\($0)" },
        back: { text throws(NoNumber) in
          guard let number = Int(text) else { throw NoNumber() }
          return number
        }), errors: Event<NoNumber>())
    batch {
      first.value = 5
      text.value = "!"
    }
    #expect(first.value == 5 && model.value == 5 && text.value == "!")
  }
}
