import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Updates with a target")
struct TargetedUpdateTests {
  @Test("the target is handed in, now and after each change, once for a batch")
  func handedIn() {
    let a = StoredProperty(1)
    let b = StoredProperty(1)
    let target = Box(0)
    let updater = Updater()
    var runs = 0
    updater.keepUpToDate(dependencies: [a, b], with: target) {
      runs += 1
      $0.value = a.value + b.value
    }
    #expect(target.value == 2)
    batch {
      a.value = 2
      b.value = 3
    }
    #expect(target.value == 5 && runs == 2)
  }

  @Test("it ends with the target, which is held weakly and may own the updater")
  func ends() {
    final class View {
      let title = StoredProperty("a")
      let updater = Updater()
      let tracked: Tracked
      var shown: [String] = []
      init(_ tracked: Tracked) {
        self.tracked = tracked
        updater.keepUpToDate(dependencies: [title], with: self) { $0.shown.append($0.title.value) }
      }
    }
    let live = LiveCount()
    let title: StoredProperty<String>
    do {
      let view = View(live.make())
      title = view.title
      title.value = "b"
      #expect(view.shown == ["a", "b"])
    }
    #expect(live.alive == 0)
    #expect(title.dependentCount == 0)
    title.value = "c"
  }

  @Test("one whose target is gone ends at the next change, and its closure goes")
  func deadTarget() {
    let live = LiveCount()
    let source = StoredProperty(0)
    let updater = Updater()
    var target: Box<Int>? = Box(0)
    do {
      let tracked = live.make()
      updater.keepUpToDate(dependencies: [source], with: target!) { _ in tracked.touch() }
    }
    target = nil
    #expect(live.alive == 1)
    source.value = 1
    #expect(live.alive == 0 && source.dependentCount == 0)
  }

  @Test("those of dead targets go while others are added, without a change; the living ones stay")
  func amortised() {
    let live = LiveCount()
    let source = StoredProperty(0)
    let updater = Updater()
    let lasting = Box(0)
    for _ in 0..<10 { updater.keepUpToDate(dependencies: [source], with: lasting) { $0.value += 1 } }
    for _ in 0..<10_000 {
      let tracked = live.make()
      updater.keepUpToDate(dependencies: [source], with: Box(0)) { _ in tracked.touch() }
    }
    #expect(live.alive < 64)
    #expect(lasting.value == 10)
    source.value = 1
    #expect(lasting.value == 20)
    #expect(live.alive == 0)
  }

  @Test("a pause defers it; a target that dies in it is not called")
  func pause() {
    let source = StoredProperty(0)
    let updater = Updater()
    let lasting = Box<[Int]>([])
    var mortal: Box<[Int]>? = Box([])
    var calls = 0
    updater.keepUpToDate(dependencies: [source], with: lasting) { $0.value.append(source.value) }
    updater.keepUpToDate(dependencies: [source], with: mortal!) { _ in calls += 1 }
    updater.pause()
    source.value = 1
    source.value = 2
    mortal = nil
    updater.unpause()
    #expect(lasting.value == [0, 2])
    #expect(calls == 1)
    #expect(source.dependentCount == 1)
  }

  @Test("a target that goes in its own update, and an updater that goes in it")
  func goesInside() {
    let source = StoredProperty(0)
    let updater = Box<Updater?>(Updater())
    let target = Box<Box<Int>?>(Box(0))
    var log: [Int] = []
    updater.value!.keepUpToDate(dependencies: [source], with: target.value!) { me in
      log.append(source.value)
      if source.value == 1 { target.value = nil }
      me.value += 1
    }
    updater.value!.keepUpToDate(dependencies: [source], with: updater) { box in
      if source.value == 2 { box.value = nil }
    }
    source.value = 1
    source.value = 2
    source.value = 3
    #expect(log == [0, 1])
    #expect(source.dependentCount == 0)
  }

  @Test("what the update reads beside its dependencies is not followed, and what it writes is delivered after it")
  func declaredOnly() {
    let declared = StoredProperty(1)
    let other = StoredProperty(0)
    let updater = Updater()
    let target = Box(0)
    updater.keepUpToDate(dependencies: [declared], with: target) {
      $0.value = declared.value + other.value
      other.value += 1
    }
    #expect(target.value == 1 && other.dependentCount == 0)
    other.value = 10
    #expect(target.value == 1)
    declared.value = 2
    #expect(target.value == 12)
  }

  @Test("a type that implements only the plain form gets the form with a target")
  func defaultForm() {
    final class Once: Updating {
      var updaters: [() -> Void] = []
      func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void) {
        updaters.append(updater)
        updater()
      }
    }
    let once = Once()
    var target: Box<Int>? = Box(0)
    @Weak var weakTarget = target
    var runs = 0
    once.keepUpToDate(dependencies: [], with: target!) {
      $0.value += 1
      runs += 1
    }
    once.updaters[0]()
    #expect(target?.value == 2)
    target = nil
    #expect(weakTarget == nil)
    once.updaters[0]()
    #expect(runs == 2)
  }
}
