// Tests: OpenBehavior+BindTwoWay, Behavior+BindTwoWay, BindingSide, TwoWayBinding, WriteStamp

import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("Two-way bindings of behaviors")
struct BindTwoWayTests {
  @Test("the other side gets the value at first; later either follows the other")
  func equal() {
    let model = OpenBehavior("Ada")
    let draft = OpenBehavior("")
    model.bindTwoWay(to: draft)
    #expect(draft.value == "Ada" && model.value == "Ada")
    draft.value = "Grace"
    #expect(model.value == "Grace")
    model.value = "Edsger"
    #expect(draft.value == "Edsger")
  }

  @Test("each side is notified once for each change, and an equal value is not written")
  func oneRoundTrip() {
    for isAlwaysNotifying in [true, false] {
      let isDuplicate: (Int, Int) -> Bool = { isAlwaysNotifying ? false : $0 == $1 }
      let a = OpenBehavior(1, isDuplicate: isDuplicate)
      let b = OpenBehavior(2, isDuplicate: isDuplicate)
      var log: [String] = []
      a.sink { log.append("a\($0)") }
      b.sink { log.append("b\($0)") }
      a.bindTwoWay(to: b)
      #expect(log == ["b1"])
      log = []
      a.value = 3
      b.value = 4
      #expect(log == ["a3", "b3", "b4", "a4"])
      log = []
      b.value = 4
      #expect(log == (isAlwaysNotifying ? ["b4", "a4"] : []))
    }
  }

  @Test("values that cannot be compared go over once")
  func opaque() {
    let a = OpenBehavior(Opaque(1))
    let b = OpenBehavior(Opaque(2))
    a.bindTwoWay(to: b)
    var notified: [Int] = []
    a.sink { notified.append($0.number) }
    b.sink { notified.append($0.number * 10) }
    b.value = Opaque(3)
    a.value = Opaque(4)
    #expect(notified == [30, 3, 4, 40])
  }

  @Test("in a batch the side that was written last wins, whatever the order")
  func batches() {
    let a = OpenBehavior(0)
    let b = OpenBehavior(0)
    a.bindTwoWay(to: b)
    var notified: [String] = []
    a.sink { notified.append("a\($0)") }
    b.sink { notified.append("b\($0)") }
    batch {
      a.value = 1
      b.value = 2
    }
    #expect(a.value == 2 && b.value == 2)
    batch {
      b.value = 3
      a.value = 4
    }
    #expect(a.value == 4 && b.value == 4)
    batch {
      a.value = 5
      b.value = 6
      a.value = 7
    }
    #expect(a.value == 7 && b.value == 7)
    batch {
      b.value = 8
      a.value = 9
      b.value = 10
    }
    #expect(a.value == 10 && b.value == 10)
    notified = []
    batch {
      a.value = 11
      #expect(b.value == 10)
    }
    #expect(notified == ["a11", "b11"])
  }

  @Test("a write that is reverted in a batch is the newer one all the same")
  func reverted() {
    let a = OpenBehavior(0)
    let b = OpenBehavior(0)
    a.bindTwoWay(to: b)
    batch {
      b.value = 5
      a.value = 1
      a.value = 0
    }
    #expect(a.value == 0 && b.value == 0)
    batch {
      a.value = 1
      a.value = 0
      b.value = 5
    }
    #expect(a.value == 5 && b.value == 5)
  }

  @Test("in a delivery the side that was written last wins")
  func inDelivery() {
    let trigger = OpenBehavior(0)
    let a = OpenBehavior(0)
    let b = OpenBehavior(0)
    a.bindTwoWay(to: b)
    trigger.sink {
      a.value = $0
      b.value = $0 * 10
    }
    trigger.value = 1
    #expect(a.value == 10 && b.value == 10)
    let other = OpenBehavior(0)
    other.sink {
      b.value = $0 * 10
      a.value = $0
    }
    other.value = 2
    #expect(a.value == 2 && b.value == 2)
  }

  @Test("an observer that writes a side back is the newer one")
  func writeFromObserver() {
    let a = OpenBehavior(0)
    let b = OpenBehavior(0)
    a.sink { [unowned a] in if $0 > 10 { a.value = 10 } }
    a.bindTwoWay(to: b)
    b.sink { [unowned b] in if $0 < 0 { b.value = 0 } }
    b.value = 50
    #expect(a.value == 10 && b.value == 10)
    a.value = -3
    #expect(a.value == 0 && b.value == 0)
  }

  @Test("a change in place goes over, too")
  func update() {
    let a = OpenBehavior([1])
    let b = OpenBehavior([Int]())
    a.bindTwoWay(to: b)
    a.update { $0.append(2) }
    b.update { $0.append(3) }
    #expect(a.value == [1, 2, 3] && b.value == [1, 2, 3])
  }

  @Test("@Pub properties are bound by their projections")
  func pub() {
    final class Model { @Pub var name = "Ada" }
    let first = Model()
    let second = Model()
    first.$name.bindTwoWay(to: second.$name)
    second.name = "Grace"
    #expect(first.name == "Grace")
  }

  @Test("cancelling ends both directions, once")
  func cancel() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(0)
    let subscription = a.bindTwoWay(to: b)
    #expect(!subscription.isCancelled)
    subscription.cancel()
    subscription.cancel()
    #expect(subscription.isCancelled)
    a.value = 2
    #expect(b.value == 1)
    b.value = 3
    #expect(a.value == 2)
  }

  @Test("cancelled by its own conversion, it writes nothing more", arguments: [false, true])
  func cancelledByConversion(fails: Bool) {
    struct Failure: Error {}
    let a = OpenBehavior(1)
    let b = OpenBehavior(0)
    let errors = Event<Failure>()
    var failures = 0
    errors.sink { _ in failures += 1 }
    var subscription: Subscription?
    let conversion = Conversion<Int, Int, Failure>(
      forward: {
        subscription?.cancel()
        return $0
      },
      back: { number throws(Failure) in
        subscription?.cancel()
        if fails { throw Failure() }
        return number
      })
    subscription = a.bindTwoWay(to: b, converting: conversion, errors: errors)
    #expect(b.value == 1)
    b.value = 5
    #expect(a.value == 1 && failures == 0 && subscription?.isCancelled == true)
    subscription = nil
    subscription = a.bindTwoWay(to: b, converting: conversion, errors: errors)
    a.value = 7
    #expect(b.value == 1 && failures == 0)
  }

  @Test("it can be made again, and the first side wins again")
  func again() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(0)
    a.bindTwoWay(to: b).cancel()
    b.value = 7
    b.bindTwoWay(to: a).cancel()
    #expect(a.value == 7)
    a.value = 8
    b.value = 9
    a.bindTwoWay(to: b)
    #expect(a.value == 8 && b.value == 8)
  }

  @Test("neither side keeps the other alive; it has ended when one of them goes")
  func lifetime() {
    var a: OpenBehavior<Int>? = OpenBehavior(1)
    var b: OpenBehavior<Int>? = OpenBehavior(2)
    @Weak var weakA = a
    @Weak var weakB = b
    let first = a!.bindTwoWay(to: b!)
    a = nil
    #expect(weakA == nil)
    #expect(first.isCancelled)
    b!.value = 3
    a = OpenBehavior(4)
    let second = a!.bindTwoWay(to: b!)
    #expect(b!.value == 4)
    b = nil
    #expect(weakB == nil)
    #expect(second.isCancelled)
    a!.value = 5
  }

  @Test("bound again in a batch, the newer write wins, also one that goes back to where the batch began")
  func againInBatch() {
    let a = OpenBehavior("a")
    let b = OpenBehavior("b")
    a.bindTwoWay(to: b).cancel()
    a.value = "new"
    batch {
      a.bindTwoWay(to: b)
      #expect(b.value == "new")
      b.value = "a"
    }
    #expect(a.value == "a" && b.value == "a")
  }

  @Test("a ring that is closed in a batch: the newer write wins, also one that goes back to where the batch began")
  func ringInBatch() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(2)
    let c = OpenBehavior(3)
    a.bindTwoWay(to: b)
    b.bindTwoWay(to: c)
    batch {
      a.value = 5
      c.bindTwoWay(to: a)
      a.value = 1
    }
    #expect(a.value == 1 && b.value == 1 && c.value == 1)
  }

  @Test("bound again, what the first value that is carried over sets off is carried over, too")
  func setOffByBinding() {
    final class Tail {
      let ended: () -> Void
      init(_ ended: @escaping () -> Void) { self.ended = ended }
      deinit { ended() }
    }
    struct Number: Equatable {
      var number: Int
      var tail: Tail?
      static func == (one: Number, other: Number) -> Bool { one.number == other.number }
    }
    let a = OpenBehavior(Number(number: 1))
    let b = OpenBehavior(Number(number: 1))
    a.bindTwoWay(to: b).cancel()
    b.value = Number(number: 6, tail: Tail { [unowned a] in a.value = Number(number: 100) })
    a.value = Number(number: 7)
    a.bindTwoWay(to: b)
    #expect(a.value.number == 100 && b.value.number == 100)
  }
}
