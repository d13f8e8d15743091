import ReactiveElm
import Testing

/// A module whose view is the last message.
private protocol Showing: Module where Message == View, Model == View, Command == Never, Flags == View {}

extension Showing {
  static func start(with flags: View) -> (model: View, commands: [Never]) { (flags, []) }
  static func update(for message: View, model: inout View) -> [Never] {
    model = message
    return []
  }
  static func view(for model: View) -> View { model }
}

private func timesShown<M: Showing>(_: M.Type, _ first: M.View, _ others: M.View...) -> Int {
  let program = M.makeProgram(flags: first)
  var times = 0
  program.viewBehavior.sink { _ in times += 1 }
  for other in others { program.dispatch(other) }
  return times
}

private protocol Delegate: AnyObject {}
private final class Plain: Delegate {}
private final class Numbered: Equatable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (a: Numbered, b: Numbered) -> Bool { a.number == b.number }
}
private struct Opaque { var number = 0 }

@Suite("What a module need not say")
struct ModuleTests {
  @Test("an equatable view is compared with ==")
  func equatable() {
    struct Numbers: Showing {
      typealias View = Int
      typealias Model = Int
    }
    #expect(timesShown(Numbers.self, 1, 1, 2, 2, 1) == 2)
  }

  @Test("a view that cannot be compared is always shown")
  func opaque() {
    struct Opaques: Showing {
      typealias View = Opaque
      typealias Model = Opaque
    }
    #expect(timesShown(Opaques.self, Opaque(), Opaque(), Opaque()) == 2)
  }

  @Test("an object is compared by identity")
  func object() {
    struct Objects: Showing {
      typealias View = Plain
      typealias Model = Plain
    }
    let one = Plain()
    #expect(timesShown(Objects.self, one, one, Plain(), one) == 2)
  }

  @Test("an object is compared by identity however it is held")
  func heldObject() {
    struct Delegates: Showing {
      typealias View = (any Delegate)?
      typealias Model = (any Delegate)?
    }
    struct Anything: Showing {
      typealias View = Any
      typealias Model = Any
    }
    let (one, two) = (Plain(), Plain())
    #expect(timesShown(Delegates.self, nil, nil, one, one, two, nil) == 3)
    #expect(timesShown(Anything.self, one, one, two, 1, 1) == 3)
  }

  @Test("an equatable object is compared with ==")
  func equatableObject() {
    struct Objects: Showing {
      typealias View = Numbered
      typealias Model = Numbered
    }
    #expect(timesShown(Objects.self, Numbered(1), Numbered(1), Numbered(2), Numbered(2)) == 1)
  }

  @Test("an optional, which is equatable, is compared with ==")
  func optional() {
    struct Optionals: Showing {
      typealias View = Int?
      typealias Model = Int?
    }
    #expect(timesShown(Optionals.self, nil, nil, 1, 1, nil) == 2)
  }

  @Test("a module may say itself which view is worth showing")
  func chosen() {
    struct Tens: Showing {
      typealias View = Int
      typealias Model = Int
      static func isDuplicate(_ old: Int, _ new: Int) -> Bool { old / 10 == new / 10 }
    }
    #expect(timesShown(Tens.self, 1, 5, 11, 19, 20) == 2)
    struct All: Showing {
      typealias View = Int
      typealias Model = Int
      static func isDuplicate(_ old: Int, _ new: Int) -> Bool { false }
    }
    #expect(timesShown(All.self, 1, 1, 1) == 2)
    struct Opaques: Showing {
      typealias View = Opaque
      typealias Model = Opaque
      static func isDuplicate(_ old: Opaque, _ new: Opaque) -> Bool { old.number == new.number }
    }
    #expect(timesShown(Opaques.self, Opaque(), Opaque(), Opaque(number: 1)) == 1)
  }

  @Test("a view that is no duplicate is compared with the one shown last, not with the one before it")
  func comparedWithShown() {
    struct Steps: Showing {
      typealias View = Int
      typealias Model = Int
      static func isDuplicate(_ old: Int, _ new: Int) -> Bool { abs(old - new) < 3 }
    }
    let program = Steps.makeProgram(flags: 0)
    var shown: [Int] = []
    program.viewBehavior.sink { shown.append($0) }
    for number in 1...7 { program.dispatch(number) }
    #expect(shown == [3, 6])
    #expect(program.view == 6)
    #expect(program.model == 7)
  }

  @Test("without start(with:) an initable model begins with init, and no command is performed")
  func initable() {
    let counter = Counter.makeProgram()
    #expect(counter.model.count == 0)
    #expect(counter.view == "Count: 0")
  }
}
