import ReactiveBindings
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Bindings of what other layers make")
struct MixedLayersTests {
  @Test("an effect that reads a part made on demand runs only when that part changes")
  @MainActor
  func partsMadeOnDemand() {
    let clock = ManualClock()
    let number = atom(0)
    let calm = number.debounced(for: .seconds(1), clock: clock)
    let draft = LinkedProperty(number)
    let answered = deriveAsync(clock: clock) {
      number.value
    } answer: { (number: Int) async throws(Never) -> Int in
      try? await clock.sleep(for: .seconds(1_000))
      return number
    }
    var runs = [0, 0, 0, 0]
    let effects = [
      Effect { [calm] in
        runs[0] += 1
        _ = (calm.value, calm.isSettled.value)
      },
      Effect {
        runs[1] += 1
        _ = draft.isOverridden.value
      },
      Effect {
        runs[2] += 1
        _ = answered.isLoading.value
      },
      Effect {
        runs[3] += 1
        _ = answered.last.value
      },
    ]
    number.value = 1
    let begun = runs
    for next in 2...50 { number.value = next }
    #expect(runs == begun)
    draft.value = -1
    #expect(runs[1] == begun[1] + 1)
    for effect in effects { effect.cancel() }
  }

  #if canImport(Observation)
  @Test("what an object has had for less than the time is not taken as settled, though its change was not notified yet")
  @MainActor
  func debouncedObject() async {
    let clock = ManualClock()
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    let calm = title.debounced(for: .milliseconds(300), clock: clock)
    var log: [String] = []
    let subscriptions = [calm.sink { log.append("calm \($0)") }, title.sink { log.append($0) }]
    screen.title = "s"
    await untilTrue { log == ["s"] }
    clock.advance(by: .milliseconds(299))
    screen.title = "sw"
    clock.advance(by: .milliseconds(1))
    #expect(calm.value == "start" && !calm.isSettled.value && log == ["s", "sw"])
    clock.advance(by: .milliseconds(299))
    #expect(log == ["s", "sw"] && !calm.isSettled.value)
    clock.advance(by: .milliseconds(1))
    #expect(log == ["s", "sw", "calm sw"] && calm.isSettled.value)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("an effect does not run when its derivation begins to read an object and yields the same value")
  func beginsToReadObject() async {
    actor Reader {
      func effectRuns() -> [Int] {
        let person = Person()
        person.age = 0
        let age = Behavior(observing: person, \.age)
        let readsObject = atom(false)
        let observed = derive { readsObject.value ? age.value : 0 }
        let direct = derive { readsObject.value ? tracked(person, \.age) : 0 }
        var runs = [0, 0]
        let effects = [
          Effect {
            runs[0] += 1
            _ = observed.value
          },
          Effect {
            runs[1] += 1
            _ = direct.value
          },
        ]
        for _ in 0..<3 {
          readsObject.value = true
          readsObject.value = false
        }
        readsObject.value = true
        let before = runs
        batch { person.age = 1 }
        withExtendedLifetime(effects) {}
        return before + runs
      }
    }
    #expect(await Reader().effectRuns() == [1, 1, 2, 2])
  }
  #endif

  @Test("a derived property is assigned: lazily computed, once for a change, and cut by ==")
  func derivedProperty() {
    let first = StoredProperty("Ada")
    let last = StoredProperty("King")
    var runs = 0
    let full = DerivedProperty(first, last) {
      runs += 1
      return "\($0) \($1)"
    }
    let target = WrittenTarget("")
    full.assign(to: \.value, on: target)
    batch {
      first.value = "Augusta"
      last.value = "Lovelace"
    }
    batch {
      first.value = "A"
      first.value = "Augusta"
    }
    #expect(target.writes == ["Ada King", "Augusta Lovelace"])
    #expect(runs == 2)
  }

  @Test("an effect that reads whether a value is tentative runs only when that changes")
  func tentative() {
    let property = TentativeProperty(parentProperty: StoredProperty("a"))
    var seen: [Bool] = []
    let effect = Effect { seen.append(property.isTentative) }
    property.value = "b"
    property.value = "c"
    batch {
      property.revertTentative()
      property.value = "d"
    }
    property.revertTentative()
    batch {
      property.value = "e"
      property.revertTentative()
    }
    #expect(seen == [false, true, false])
    effect.cancel()
  }

  @Test("an atom is bound two ways, with another and with a property; effects follow it")
  func atoms() {
    final class Model {
      @Atom var name = "Ada"
      @Atom var draft = ""
    }
    let model = Model()
    let field = PlainField("")
    model.$name.bindTwoWay(to: model.$draft)
    model.$draft.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    var seen: [String] = []
    let effect = Effect { seen.append("\(model.name) \(model.draft)") }
    field.edit("Grace")
    #expect(model.name == "Grace" && model.draft == "Grace")
    model.name = "Edsger"
    #expect(field.value == "Edsger")
    #expect(seen.first == "Ada Ada" && seen.last == "Edsger Edsger")
    withExtendedLifetime(effect) {}
  }

  @Test("an effect that writes one side of a binding and reads the other")
  func effect() {
    @Atom var source = 1
    let a = OpenBehavior(0)
    let b = OpenBehavior(0)
    a.bindTwoWay(to: b)
    let effect = Effect { a.value = source * 10 }
    let target = WrittenTarget(0)
    b.assign(to: \.value, on: target)
    source = 2
    b.value = 5
    #expect(a.value == 5 && target.writes == [10, 20, 5])
    source = 3
    #expect(b.value == 30)
    withExtendedLifetime(effect) {}
  }

  @Test("a binding that is made in an effect does not make the effect follow anything")
  func bindingInEffect() {
    let label = PlainLabel()
    let a = OpenBehavior(1)
    let b = OpenBehavior(2)
    var runs = 0
    let effect = Effect {
      runs += 1
      a.assign(to: \.number, on: label)
      a.assign(to: \.maybe, on: label) { $0 + b.value }
      a.bindTwoWay(to: b)
    }
    a.value = 5
    b.value = 6
    #expect(runs == 1 && label.number == 6)
    withExtendedLifetime(effect) {}
  }

  @Test("an effect that makes a field announce a change does not come to depend on what the binding reads")
  func announcementInEffect() {
    let factor = OpenBehavior(2)
    let number = OpenBehavior(1)
    let field = PlainField(0)
    number.bindTwoWay(
      to: \.value, on: field,
      changes: .callback(\.onEdit), converting: Conversion(forward: { $0 * factor.value }, back: { $0 / factor.value }))
    var runs = 0
    let effect = Effect {
      runs += 1
      field.edit(10)
    }
    #expect(number.value == 5)
    factor.value = 5
    number.value = 7
    #expect(runs == 1 && factor.dependentCount == 0 && field.value == 35)
    withExtendedLifetime(effect) {}
  }

  @Test("a derivation that is read in a setter is up to date")
  func derivationInSetter() {
    let source = OpenBehavior(1)
    let double = DerivedProperty(source) { $0 * 2 }
    let tripled = derive { source.value * 3 }
    let target = WrittenTarget(0)
    var seen: [[Int]] = []
    target.didWrite = { seen.append([$0, double.value, tripled.value]) }
    source.assign(to: \.value, on: target)
    source.value = 2
    batch {
      source.value = 3
      source.value = 4
    }
    #expect(seen == [[1, 2, 3], [2, 4, 6], [4, 8, 12]])
  }

  @Test("an updater's bindings, pauses and two-way bindings together")
  func updater() {
    let stored = StoredProperty(1)
    let other = OpenBehavior(0)
    let target = WrittenTarget(0)
    let updater = Updater()
    stored.bindTwoWay(to: other)
    updater.bind(object: target, keyPath: \.value, toProperty: stored)
    updater.pause()
    other.value = 2
    #expect(stored.value == 2 && target.writes == [1])
    updater.unpause()
    #expect(target.writes == [1, 2])
  }

  @Test("a formatted text is assigned")
  func formatted() {
    let name = "World".continuous
    let hello: FormattedBehavior = "Hello, \(name)."
    let label = PlainLabel()
    hello.assign(to: \.text, on: label)
    name <<= "Alice"
    #expect(label.text == "Hello, Alice.")
  }
}
