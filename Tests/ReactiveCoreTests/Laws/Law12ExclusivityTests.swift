import ReactiveCore
import Testing

// Property wrappers as globals, as statics, in a class, in a struct and as local variables.

// Swift has no wrapped globals yet, so a global variable holds the wrapper itself.

@MainActor private var globalProperty = Property(wrappedValue: 0)
@MainActor private var globalPub = Pub(wrappedValue: 0)
@MainActor private var globalSignal = Signal<Int>()
@MainActor private var globalBehavior = OpenBehavior(0)
@MainActor private var globalEvent = Event<Int>()

@MainActor
private enum Statics {
  @Property static var property = 0
  @Pub static var pub = 0
  @Signal static var signal: Accepts<Int>
}

private final class Model {
  @Property var property = 0
  @Pub var pub = 0
  @Signal var signal: Accepts<Int>
  @Property var items: [Int] = []
  let behavior = OpenBehavior(0)
  let event = Event<Int>()
}

private struct Values {
  @Property var property = 0
  @Pub var pub = 0
  @Signal var signal: Accepts<Int>
}

/// A violation would stop the whole test run ("Simultaneous accesses").
@Suite("Exclusivity: an observer reads, writes, observes and cancels the very property that it observes")
struct ExclusivityTests {
  /// The closures reach the property itself.
  private static func use(
    _ source: Behavior<Int>, read: @escaping () -> Int, write: @escaping (Int) -> Void
  ) -> [String] {
    var log: [String] = []
    var own: Subscription?
    own = source.sink { value in
      log.append("\(value) reads \(read())")
      switch value {
      case 1:
        source.observe { log.append("new \($0)") }
        write(2)
      case 2: write(read() + 1)
      default: own?.cancel()
      }
    }
    write(1)
    write(4)
    return log
  }
  private static let notified = ["1 reads 1", "new 1", "2 reads 2", "new 2", "3 reads 3", "new 3", "new 4"]

  private static func use(_ source: EventStream<Int>, send: @escaping (Int) -> Void) -> [String] {
    var log: [String] = []
    var own: Subscription?
    own = source.sink { value in
      log.append("\(value)")
      if value == 1 {
        source.sink { log.append("new \($0)") }
        send(2)
      } else {
        own?.cancel()
      }
    }
    send(1)
    send(3)
    return log
  }
  private static let sent = ["1", "2", "new 2", "new 3"]

  @Test("in a class")
  func inClass() {
    let model = Model()
    #expect(Self.use(model.$property, read: { model.property }, write: { model.property = $0 }) == Self.notified)
    #expect(Self.use(model.$pub, read: { model.pub }, write: { model.pub = $0 }) == Self.notified)
    #expect(
      Self.use(model.behavior, read: { model.behavior.value }, write: { model.behavior.value = $0 }) == Self.notified)
    #expect(Self.use(model.$signal) { model.signal.send($0) } == Self.sent)
    #expect(Self.use(model.event) { model.event.trigger($0) } == Self.sent)
  }

  @Test("in a struct")
  func inStruct() {
    let values = Values()
    #expect(Self.use(values.$property, read: { values.property }, write: { values.property = $0 }) == Self.notified)
    #expect(Self.use(values.$pub, read: { values.pub }, write: { values.pub = $0 }) == Self.notified)
    #expect(Self.use(values.$signal) { values.signal.send($0) } == Self.sent)
  }

  @Test("as local variables")
  func locals() {
    @Property var property = 0
    @Pub var pub = 0
    @Signal var signal: Accepts<Int>
    #expect(Self.use($property, read: { property }, write: { property = $0 }) == Self.notified)
    #expect(Self.use($pub, read: { pub }, write: { pub = $0 }) == Self.notified)
    #expect(Self.use($signal) { signal.send($0) } == Self.sent)
  }

  @Test("as statics")
  @MainActor
  func statics() {
    #expect(Self.use(Statics.$property, read: { Statics.property }, write: { Statics.property = $0 }) == Self.notified)
    #expect(Self.use(Statics.$pub, read: { Statics.pub }, write: { Statics.pub = $0 }) == Self.notified)
    #expect(Self.use(Statics.$signal) { Statics.signal.send($0) } == Self.sent)
  }

  @Test("as globals")
  @MainActor
  func globals() {
    let property = Self.use(
      globalProperty.projectedValue,
      read: { globalProperty.wrappedValue }, write: { globalProperty.wrappedValue = $0 })
    #expect(property == Self.notified)
    let pub = Self.use(
      globalPub.projectedValue, read: { globalPub.wrappedValue }, write: { globalPub.wrappedValue = $0 })
    #expect(pub == Self.notified)
    #expect(Self.use(globalSignal.projectedValue) { globalSignal.wrappedValue.send($0) } == Self.sent)
    #expect(
      Self.use(globalBehavior, read: { globalBehavior.value }, write: { globalBehavior.value = $0 }) == Self.notified)
    #expect(Self.use(globalEvent) { globalEvent.trigger($0) } == Self.sent)
  }

  @Test("with operators, mutating methods and inout arguments on both sides")
  func mutations() {
    func bump(_ number: inout Int) { number += 1 }
    let model = Model()
    model.$items.sink { [unowned model] in if $0.count < 3 { model.items.append(model.items.count) } }
    model.items.append(0)
    #expect(model.items == [0, 1, 2])
    model.$property.sink { [unowned model] in if $0 < 5 { model.property += 1 } }
    model.property += 1
    #expect(model.property == 5)
    model.$pub.sink { [unowned model] in if $0 < 5 { bump(&model.pub) } }
    bump(&model.pub)
    #expect(model.pub == 5)
  }

  @Test("in the first call of observe")
  func firstCall() {
    let model = Model()
    var log: [Int] = []
    model.$property.observe { [unowned model] in
      log.append(model.property)
      if $0 < 3 { model.property += 1 }
    }
    model.$pub.observe { [unowned model] in
      log.append(model.pub)
      if $0 < 3 { model.pub += 1 }
    }
    #expect(log == [0, 1, 2, 3, 0, 1, 2, 3])
  }

  @Test("in a property's own setter, with an owner that is the object itself")
  func ownObject() {
    final class Counter {
      @Property var count = 0
      @Pub var shown = ""
      init() {
        $count.observe(with: self) { me, count in
          me.shown = "\(me.count)"
          if count == 1 { me.count = 2 }
        }
      }
      func tap() { count += 1 }
    }
    let counter = Counter()
    counter.tap()
    #expect(counter.shown == "2")
    counter.tap()
    #expect(counter.shown == "3")
  }
}
