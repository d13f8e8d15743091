import ReactiveBindings
import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Binding through an updater")
struct UpdatingBindTests {
  /// A minimal conformance, which observes without pauses.
  private final class OwnUpdater: Updating {
    let bag = SubscriptionBag()
    func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void) {
      func observe(_ dependency: some BehaviorProtocol) { dependency.behavior.onChange(updater).store(in: bag) }
      for dependency in dependencies { observe(dependency) }
      updater()
    }
  }

  @Test("the property is equal, now and on every change, until the updater goes", arguments: [true, false])
  func bind(own: Bool) {
    let label = PlainLabel()
    let title = OpenBehavior("Home")
    var updater: (any Updating)? = own ? OwnUpdater() : Updater()
    updater!.bind(object: label, keyPath: \PlainLabel.text, toProperty: title)
    updater!.bind(object: label, keyPath: \.title, toProperty: title)
    #expect(label.text == "Home" && label.title == "Home")
    title.value = "Settings"
    #expect(label.text == "Settings" && label.title == "Settings")
    updater = nil
    title.value = "About"
    #expect(label.text == "Settings" && label.title == "Settings")
  }

  @Test("objects and values that cannot be compared, also to optional properties", arguments: [true, false])
  func otherTypes(own: Bool) {
    let opaques = WrittenTarget(Opaque(0))
    let optionals = WrittenTarget<Opaque?>(nil)
    let objects = WrittenTarget<PlainLabel?>(nil)
    let opaque = OpenBehavior(Opaque(1))
    let object = chatty(PlainLabel())
    let updater: any Updating = own ? OwnUpdater() : Updater()
    updater.bind(object: opaques, keyPath: \.value, toProperty: opaque)
    updater.bind(object: optionals, keyPath: \.value, toProperty: opaque)
    updater.bind(object: objects, keyPath: \.value, toProperty: object)
    opaque.value = Opaque(1)
    object.value = object.value
    #expect(opaques.writes.count == 2 && optionals.writes.count == 2 && objects.writes.count == 1)
  }

  @Test("an equal value is not written again", arguments: [true, false])
  func unchanged(own: Bool) {
    let target = WrittenTarget(0)
    let number = chatty(1)
    let updater: any Updating = own ? OwnUpdater() : Updater()
    updater.bind(object: target, keyPath: \.value, toProperty: number)
    number.value = 1
    number.value = 2
    #expect(target.writes == [1, 2])
  }

  @Test("a pause defers it; afterwards the last value is written, once")
  func pause() {
    let target = WrittenTarget(0)
    let number = OpenBehavior(1)
    let updater = Updater()
    updater.bind(object: target, keyPath: \.value, toProperty: number)
    updater.pause()
    number.value = 2
    number.value = 3
    #expect(target.writes == [1])
    updater.unpause()
    #expect(target.writes == [1, 3])
    updater.pause()
    number.value = 4
    number.value = 3
    updater.unpause()
    #expect(target.writes == [1, 3])
  }

  @Test("one that is made in a pause writes once, and then waits")
  func boundInPause() {
    let target = WrittenTarget(0)
    let number = OpenBehavior(1)
    let updater = Updater()
    updater.pause()
    updater.bind(object: target, keyPath: \.value, toProperty: number)
    number.value = 2
    #expect(target.writes == [1])
    updater.unpause()
    #expect(target.writes == [1, 2])
  }

  @Test("the object is held weakly, and may own the updater and the property", arguments: [true, false])
  func lifetime(own: Bool) {
    final class Screen {
      var title = ""
      let name = OpenBehavior("Home")
      let updater: any Updating
      let tracked: Tracked
      init(_ updater: any Updating, _ tracked: Tracked) {
        self.updater = updater
        self.tracked = tracked
        updater.bind(object: self, keyPath: \.title, toProperty: name)
      }
    }
    let live = LiveCount()
    do {
      let screen = Screen(own ? OwnUpdater() : Updater(), live.make())
      screen.name.value = "Settings"
      #expect(screen.title == "Settings")
    }
    #expect(live.alive == 0)
  }

  @Test("it ends with its object; the updater forgets those that are gone as others come")
  func deadObjects() {
    let number = OpenBehavior(1)
    let updater = Updater()
    for _ in 0..<10_000 { updater.bind(object: PlainLabel(), keyPath: \.number, toProperty: number) }
    #expect(number.dependentCount < 40)
    number.value = 2
    #expect(number.dependentCount == 0)
  }

  @Test("it follows its property and nothing that the setter reads")
  func setterIsNotTracked() {
    let other = OpenBehavior(10)
    let target = WrittenTarget(0)
    target.didWrite = { _ in _ = other.value }
    let number = OpenBehavior(1)
    let updater = Updater()
    updater.bind(object: target, keyPath: \.value, toProperty: number)
    number.value = 2
    other.value = 20
    #expect(other.dependentCount == 0)
    #expect(target.writes == [1, 2])
  }
}
