import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// Nodes are dropped while the library works with them, and new nodes reuse their memory at once.

private struct Bite: Equatable {
  let number: Int
  var act: (() -> Void)?
  init(_ number: Int, _ act: (() -> Void)? = nil) {
    self.number = number
    self.act = act
  }
  static func == (one: Bite, other: Bite) -> Bool {
    one.act?()
    other.act?()
    return one.number == other.number
  }
}

private final class Last {
  private let act: () -> Void
  init(_ act: @escaping () -> Void) { self.act = act }
  deinit { act() }
}

/// Nodes that are replaced by others of the same kinds at the same addresses.
private final class Pen {
  var bite: OpenBehavior<Bite>?
  var number: OpenBehavior<Int>?
  var double: Behavior<Int>?
  var effect: Effect?
  var event: Event<Int>?
  var scope: EffectScope?
  var bag = SubscriptionBag()
  var updater: Updater?
  var received = 0
  var runs = 0
  private(set) var replacements = 0

  init() { fill() }

  func fill() {
    let bite = OpenBehavior(Bite(0))
    let number = OpenBehavior(0)
    let event = Event<Int>()
    bite.sink { [weak self] in self?.received = $0.number }
    number.sink { [weak self] in self?.received = $0 }
    event.sink { [weak self] in self?.received = $0 }
    let double = derive { number.value * 2 }
    let scope = EffectScope()
    scope.effect { [weak self] in
      _ = number.value
      self?.runs += 1
    }
    (self.bite, self.number, self.event, self.double, self.scope) = (bite, number, event, double, scope)
    effect = Effect { [weak self] in
      _ = double.value + bite.value.number
      self?.runs += 1
    }
    bag = SubscriptionBag()
    double.sink { _ in }.store(in: bag)
    updater = Updater()
    updater?.keepUpToDate(dependencies: [number, double]) { [weak self] in self?.runs += 1 }
  }

  /// Ends everything and makes replacements.
  func replace() {
    replacements += 1
    if replacements > 1_000 { return }
    (bite, number, event, double, effect, scope, updater) = (nil, nil, nil, nil, nil, nil, nil)
    bag.cancelAll()
    fill()
  }

  func checkAll(_ value: Int) {
    let before = runs
    number?.value = value
    check(received, is: value, "the value that was received")
    check(double?.value, is: 2 * value, "what is derived")
    check(runs > before, "nothing has run")
    bite?.value = Bite(value + 1)
    check(received, is: value + 1, "the value that was received")
    event?.trigger(value + 2)
    check(received, is: value + 2, "the value that was received")
  }
}

/// Messages of each layout in memory, all with the same description.
private enum Shape<Content>: CustomStringConvertible {
  case empty, other
  case object(Last)
  case text(String)
  case content(Content, Last?)
  case any(Any)
  indirect case nested(Shape)
  var description: String { "shape" }
}

private struct Shapes<Content>: Module {
  struct Model: Initable { var last = Shape<Content>.empty }
  static func update(for message: Shape<Content>, model: inout Model) -> [Never] {
    model.last = message
    return []
  }
  static func view(for model: Model) -> String { "\(model.last)" }

  static func names(of messages: [Shape<Content>]) -> [String] {
    let program = makeProgram()
    let recorder = program.record()
    for message in messages { program.dispatch(message) }
    return recorder.steps.map(\.messageName)
  }

  static func checkNames(_ content: Content, _ act: @escaping () -> Void) {
    let found = names(of: [
      .empty, .object(Last(act)), .other, .text("a text that has a place of its own in memory"),
      .content(content, Last(act)), .content(content, nil), .any(Last(act)), .nested(.object(Last(act))),
      .nested(.other),
    ])
    let expected = ["empty", "object", "other", "text", "content", "content", "any", "nested.object", "nested.other"]
    check(found, is: expected, "the names of messages")
  }
}

private func often(_ body: @escaping @Sendable (Pen, Int) -> Void) -> Start {
  .thread {
    for round in rounds(50) {
      let pen = Pen()
      body(pen, round)
      for number in 1...3 { pen.checkAll(1_000 + round * 10 + number) }
    }
  }
}

let addressCases: [Case] = [
  Case(
    "address/in-comparison",
    often { pen, _ in
      let bite = pen.bite
      pen.bite?.value = Bite(1) { pen.replace() }
      withExtendedLifetime(bite) {}
    }),
  Case("address/in-own-comparison", often { pen, _ in pen.bite?.value = Bite(1) { pen.replace() } }),
  Case(
    "address/in-comparison-of-a-batch",
    often { pen, _ in
      batch {
        pen.bite?.value = Bite(1)
        pen.number?.value = 1
        pen.bite?.value = Bite(0) { pen.replace() }
        pen.number?.value = 2
      }
    }),
  Case(
    "address/in-batch",
    often { pen, round in
      batch {
        for step in 0..<4 {
          pen.number?.value = round + step + 1
          pen.bite?.value = Bite(step + 1)
          pen.replace()
        }
      }
    }),
  Case(
    "address/in-batch-back-to-the-beginning",
    often { pen, _ in
      batch {
        pen.number?.value = 5
        pen.number = nil
        let others = (0..<4).map { OpenBehavior($0) }
        for other in others { other.value += 5 }
        for other in others { other.value -= 5 }
        withExtendedLifetime(others) {}
        pen.replace()
      }
    }),
  Case(
    "address/in-observer",
    often { pen, _ in
      pen.number?.sink { _ in pen.replace() }
      pen.number?.sink { _ in pen.replace() }
      pen.number?.value = 1
    }),
  Case(
    "address/in-event",
    often { pen, _ in
      pen.event?.map { $0 + 1 }.filter { _ in
        pen.replace()
        return true
      }.sink { _ in pen.replace() }
      pen.event?.trigger(1)
    }),
  Case(
    "address/in-effect",
    often { pen, _ in
      let number = pen.number
      let effect = Effect { if (number?.value ?? 0) > 0 { pen.replace() } }
      number?.value = 1
      withExtendedLifetime(effect) {}
    }),
  Case(
    "address/in-derivation",
    often { pen, _ in
      let number = pen.number
      let derivation = derive { () -> Int in
        let value = number?.value ?? 0
        if value > 0 { pen.replace() }
        return value + (pen.number?.value ?? 0)
      }
      let effect = Effect { _ = derivation.value }
      number?.value = 1
      withExtendedLifetime(effect) {}
    }),
  Case(
    "address/in-verification",
    often { pen, _ in
      let number = pen.number
      let middle = derive { () -> Int in
        if (number?.value ?? 0) % 2 == 1 { pen.replace() }
        return 0
      }
      let outer = derive { middle.value + (pen.double?.value ?? 0) }
      let effect = Effect { _ = outer.value }
      outer.sink { _ in pen.replace() }
      number?.value = 1
      number?.value = 3
      withExtendedLifetime(effect) {}
    }),
  Case(
    "address/in-cleanup",
    often { pen, _ in
      let number = pen.number
      var effect: Effect? = Effect {
        _ = number?.value
        onCleanup { pen.replace() }
      }
      number?.value = 1
      effect = nil
      withExtendedLifetime(effect) {}
    }),
  Case(
    "address/in-cleanup-of-a-scope",
    often { pen, _ in
      pen.scope?.onCleanup { pen.replace() }
      pen.scope?.effect { onCleanup { pen.replace() } }
      pen.scope?.cancel()
    }),
  Case(
    "address/in-deinit-of-a-value",
    often { pen, _ in
      let value = OpenBehavior<Last?>(Last { pen.replace() })
      value.sink { _ in }
      value.value = Last { pen.replace() }
      batch {
        value.value = Last { pen.replace() }
        value.value = nil
      }
    }),
  Case(
    "address/in-deinit-of-a-derived-value",
    often { pen, round in
      let source = OpenBehavior(0)
      let derived = source.map { number in (number, Last { pen.replace() }) }
      derived.sink { _ in }
      source.value = round + 1
      source.value = round + 2
    }),
  Case(
    "address/in-deinit-of-a-closure",
    often { pen, _ in
      let last = Last { pen.replace() }
      let bag = SubscriptionBag()
      pen.number?.sink { _ in bag.cancelAll() }.store(in: bag)
      pen.number?.sink { [last] _ in withExtendedLifetime(last) {} }.store(in: bag)
      pen.number?.value = 1
    }),
  Case(
    "address/in-update",
    often { pen, _ in
      let list = OpenBehavior([1])
      list.sink { _ in pen.replace() }
      list.update { list in
        pen.replace()
        list.append(2)
      }
      var other: OpenBehavior<[Int]>? = OpenBehavior([1])
      let kept = OpenBehavior(0)
      kept.sink { _ in other = nil }
      other?.update { list in
        kept.value = 1
        list.append(2)
      }
      check(other == nil, "it is kept by something")
    }),
  Case(
    "address/of-subscriptions",
    often { pen, _ in
      // A cancelled subscription is cancelled again after another one has reused its memory.
      guard let number = pen.number else { return }
      var received = 0
      var ended: [Subscription] = []
      for _ in 0..<20 {
        let subscription = number.sink { _ in }
        subscription.cancel()
        ended.append(subscription)
      }
      let living = (0..<20).map { _ in number.sink { _ in received += 1 } }
      for subscription in ended { subscription.cancel() }
      number.value += 1
      check(received, is: 20, "how many observers were called")
      check(living.allSatisfy { !$0.isCancelled }, "one that lives says that it has ended")
    }),
  Case(
    "address/of-owners",
    often { pen, _ in
      final class Owner { var received = 0 }
      guard let number = pen.number else { return }
      for round in 0..<20 {
        var owner: Owner? = Owner()
        number.sink(with: owner!) { owner, _ in owner.received += 1 }
        owner = Owner()
        number.value += 1
        check(owner?.received, is: 0, "what an owner at the place of another received in round \(round)")
      }
    }),
  Case(
    "address/of-publishers",
    .thread {
      final class Source: Runtime.Publisher {}
      final class Reader: Runtime.Subscriber {
        let source: Source
        var runs = 0
        init(_ source: Source) { self.source = source }
        func run() {
          Runtime.current.willRead(source)
          runs += 1
        }
      }
      var readers: [Reader] = []
      for round in rounds(200) {
        let source = Source()
        let reader = Reader(source)
        Runtime.current.register(reader)
        Runtime.current.didMutate(source)
        check(reader.runs, is: 2, "how often a reader has run")
        if round % 3 == 0 { readers.append(reader) }
        if readers.count > 5 { readers = [] }
      }
    }),
  Case(
    "address/of-effects-that-replace-themselves",
    .thread {
      let number = atom(0)
      var effects: [Effect] = []
      var runs = 0
      func make() {
        var isFirst = true
        effects.append(
          Effect {
            runs += 1
            let isOdd = number.value % 2 == 1
            if isOdd, !isFirst {
              let first = effects.removeFirst()
              make()
              withExtendedLifetime(first) {}
            }
            isFirst = false
          })
      }
      for _ in 0..<3 { make() }
      for value in rounds(50) { number.value = value }
      check(effects.count, is: 3, "the number of effects")
      check(runs > 100, "the effects have not run")
    }),
  Case(
    "address/of-inner-properties",
    .thread {
      final class Person { let name = StoredProperty("Ada") }
      let person = StoredProperty<Person?>(Person())
      let name = MultilevelOptionalProperty(parentProperty: person, childKeyPath: \.name)
      let length = person.flatMap { $0.map { $0.name.map(\.count) } ?? OpenBehavior(0) }
      name.sink { text in if text == "drop" { person.value = nil } }
      length.sink { _ in person.value = person.value ?? Person() }
      for round in rounds(100) {
        person.value?.name.value = round % 3 == 0 ? "drop" : "name \(round)"
        person.value = Person()
        check(name.value, is: "Ada", "the name")
        check(length.value, is: 3, "its length")
      }
    }),
  Case(
    "address/of-two-way-bindings",
    often { pen, _ in
      let left = OpenBehavior(0)
      var right: OpenBehavior<Int>? = OpenBehavior(0)
      let subscription = left.bindTwoWay(
        to: right!,
        converting: Conversion(
          forward: {
            if $0 == 2 { right = nil }
            pen.replace()
            return $0
          }, back: { $0 }))
      left.value = 1
      left.value = 2
      right = OpenBehavior(7)
      left.value = 3
      check(right?.value, is: 7, "a behavior at the place of another")
      subscription.cancel()
    }),
  Case(
    "address/of-programs",
    often { pen, _ in
      var program: Program<Counter>?
      var answers = 0
      program = Counter.makeProgram(
        performing: { _ in
          answers += 1
          pen.replace()
          program = nil
          return .add(1)
        }, listening: { _, _ in Subscription { pen.replace() } })
      program?.viewBehavior.sink { _ in pen.replace() }
      program?.dispatch(.add(2))
      check(answers, is: 1, "how many commands were performed")
    }),
  Case(
    "address/of-enum-cases",
    often { pen, round in
      Shapes<Int>.checkNames(round) { pen.replace() }
      Shapes<Void>.checkNames(()) { pen.replace() }
      Shapes<Never?>.checkNames(nil) { pen.replace() }
      Shapes<String>.checkNames("round \(round)") { pen.replace() }
      Shapes<Any>.checkNames(Last { pen.replace() }) { pen.replace() }
      Shapes<(Bool, AnyObject?)>.checkNames((true, pen)) { pen.replace() }
      Shapes<Shape<Shape<Bool?>>>.checkNames(.nested(.content(.empty, nil))) { pen.replace() }
    }),
  Case(
    "address/of-switched-streams",
    often { pen, _ in
      let choice = OpenBehavior(Event<Int>())
      var received = 0
      let bag = SubscriptionBag()
      choice.changes.switchToLatest().sink { number in
        received += number
        choice.value = Event()
        pen.replace()
      }.store(in: bag)
      choice.value = Event()
      choice.value.trigger(1)
      choice.value.trigger(2)
      check(received, is: 3, "the sum of the value that was received")
    }),
]
