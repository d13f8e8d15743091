import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Updater")
struct UpdaterTests {
  @Test("keepUpToDate runs now and after each change of one or more dependencies, once for a batch")
  func keepUpToDate() {
    let a = StoredProperty(1)
    let b = StoredProperty("x")
    let updater = Updater()
    var seen: [String] = []
    updater.keepUpToDate(dependencies: [a, b]) { seen.append("\(a)\(b)") }
    a.value = 2
    b.value = "y"
    batch {
      a.value = 3
      b.value = "z"
    }
    batch {
      a.value = 4
      a.value = 3
    }
    a.value = 3
    #expect(seen == ["1x", "2x", "2y", "3z"])
  }

  @Test("without dependencies it runs once")
  func noDependencies() {
    let updater = Updater()
    var runs = 0
    let other = StoredProperty(1)
    updater.keepUpToDate(dependencies: []) { runs += other.value }
    other.value = 2
    #expect(runs == 1)
  }

  @Test("what an update reads beside its dependencies is not followed")
  func declaredOnly() {
    let declared = StoredProperty(1)
    let other = StoredProperty(10)
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate(dependencies: [declared]) { seen.append(declared.value + other.value) }
    other.value = 20
    declared.value = 2
    #expect(seen == [11, 22] && other.dependentCount == 0)
  }

  @Test("a diamond: one update for one change, of a state that was written")
  func diamond() {
    let source = StoredProperty(1)
    let plus = DerivedProperty(source) { $0 + 1 }
    let minus = DerivedProperty(source) { $0 - 1 }
    let updater = Updater()
    var seen: [[Int]] = []
    updater.keepUpToDate(dependencies: [plus, minus, source]) { seen.append([plus.value, minus.value]) }
    source.value = 5
    #expect(seen == [[2, 0], [6, 4]])
  }

  @Test("the form with a target calls its method, holds it weakly and ends with it")
  func target() {
    final class View {
      let title: StoredProperty<String>
      var shown: [String] = []
      init(_ title: StoredProperty<String>) { self.title = title }
      func update() { shown.append(title.value) }
    }
    let title = StoredProperty("a")
    let updater = Updater()
    var view: View? = View(title)
    weak var weakView: View?
    weakView = view
    updater.keepUpToDate(dependencies: [title], updater: view!, View.update)
    title.value = "b"
    #expect(view?.shown == ["a", "b"])
    view = nil
    #expect(weakView == nil)
    title.value = "c"
    #expect(title.dependentCount == 0)
  }

  @Test("updates of targets that are gone go while others are added")
  func deadTargets() {
    final class View {
      func update() {}
    }
    let source = StoredProperty(0)
    let updater = Updater()
    for _ in 0..<10_000 { updater.keepUpToDate(dependencies: [source], updater: View(), View.update) }
    #expect(source.dependentCount < 40)
  }

  @Test("onTransition is given the value of its last call and the new one, nil the first time")
  func onTransition() {
    let source = StoredProperty(1)
    let updater = Updater()
    var seen: [[Int?]] = []
    updater.onTransition(source) { old, new in seen.append([old, new]) }
    source.value = 2
    source.value = 2
    batch {
      source.value = 3
      source.value = 4
    }
    #expect(seen == [[nil, 1], [1, 2], [2, 4]])
  }

  @Test("onTransition of values that always count notifies only of other values; of objects, of other instances")
  func onTransitionTests() {
    final class Object {}
    let chatty = StoredProperty(1, isDuplicate: { _, _ in false })
    let object = StoredProperty(Object(), isDuplicate: { _, _ in false })
    let updater = Updater()
    var seen: [String] = []
    updater.onTransition(chatty) { old, new in seen.append("\(old ?? 0)>\(new)") }
    updater.onTransition(object) { old, new in seen.append(old == nil ? "first" : "other") }
    chatty.value = 1
    object.value = object.value
    chatty.value = 2
    object.value = Object()
    #expect(seen == ["0>1", "first", "1>2", "other"])
  }

  @Test("a pause puts updates off; outstanding ones run once after it, transitions add up")
  func pause() {
    let a = StoredProperty(1)
    let b = StoredProperty(1)
    let untouched = StoredProperty(0)
    let updater = Updater()
    var seen: [String] = []
    updater.keepUpToDate(dependencies: [a, b]) { seen.append("\(a)\(b)") }
    updater.keepUpToDate(dependencies: [untouched]) { seen.append("untouched") }
    updater.onTransition(a) { old, new in seen.append("\(old ?? 0)>\(new)") }
    seen = []
    updater.pause()
    updater.pause()
    a.value = 2
    a.value = 3
    b.value = 2
    #expect(seen.isEmpty)
    updater.unpause()
    #expect(seen == ["32", "1>3"])
    updater.unpause()
    #expect(seen.count == 2)
    a.value = 4
    #expect(seen == ["32", "1>3", "42", "3>4"])
  }

  @Test("a transition that has come back during a pause is none")
  func pauseAndBack() {
    let source = StoredProperty(1)
    let updater = Updater()
    var seen: [[Int?]] = []
    updater.onTransition(source) { old, new in seen.append([old, new]) }
    updater.pause()
    source.value = 2
    source.value = 1
    updater.unpause()
    #expect(seen == [[nil, 1]])
    source.value = 3
    #expect(seen == [[nil, 1], [1, 3]])
  }

  @Test("what is added during a pause runs at once, and waits from then on")
  func addedInPause() {
    let source = StoredProperty(1)
    let updater = Updater()
    updater.pause()
    var seen: [Int] = []
    updater.keepUpToDate(dependencies: [source]) { seen.append(source.value) }
    source.value = 2
    #expect(seen == [1])
    updater.unpause()
    #expect(seen == [1, 2])
  }

  @Test("everything ends with the updater, at once")
  func ends() {
    let live = LiveCount()
    let source = StoredProperty(1)
    var updater: Updater? = Updater()
    var runs = 0
    do {
      let captured = live.make()
      updater?.keepUpToDate(dependencies: [source]) {
        captured.touch()
        runs += 1
      }
      updater?.onTransition(source) { _, _ in captured.touch() }
    }
    #expect(live.alive == 1 && source.dependentCount == 2)
    updater = nil
    #expect(live.alive == 0 && source.dependentCount == 0)
    source.value = 2
    #expect(runs == 1)
  }

  @Test("an update may write what it depends on, drop its updater, pause it, and add another update")
  func exclusivity() {
    let source = StoredProperty(0)
    var updater: Updater? = Updater()
    var seen: [Int] = []
    updater?.keepUpToDate(dependencies: [source]) {
      seen.append(source.value)
      if source.value < 3 { source.value += 1 }
      if source.value == 10 { updater?.keepUpToDate(dependencies: [source]) { seen.append(-source.value) } }
      if source.value == 20 { updater?.pause() }
      if source.value == 30 { updater = nil }
    }
    #expect(seen == [0, 1, 2, 3])
    source.value = 10
    #expect(seen.suffix(2) == [10, -10])
    source.value = 20
    source.value = 25
    let before = seen
    updater?.unpause()
    #expect(seen.count > before.count && seen.last == -25)
    source.value = 30
    let after = seen.count
    source.value = 31
    #expect(seen.count == after && source.dependentCount == 0)
  }

  @Test("two updates of one change run in the order in which they were given")
  func order() {
    let source = StoredProperty(0)
    let updater = Updater()
    let other = Updater()
    var seen: [String] = []
    updater.keepUpToDate(dependencies: [source]) { seen.append("a") }
    other.keepUpToDate(dependencies: [source]) { seen.append("b") }
    updater.keepUpToDate(dependencies: [source]) { seen.append("c") }
    seen = []
    source.value = 1
    #expect(seen == ["a", "b", "c"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("an endless loop of updates names the updater")
  func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = StoredProperty(0)
      let updater = Updater(name: "ping")
      updater.keepUpToDate(dependencies: [source]) { source.value += 1 }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ping"))
  }
  #endif

  @Test("is what another layer may use without knowing it")
  func updating() {
    let source = StoredProperty(1)
    let updater = Updater()
    let general: any Updating = updater
    var seen: [Int] = []
    general.keepUpToDate(dependencies: [source]) { seen.append(source.value) }
    source.value = 2
    #expect(seen == [1, 2])
  }
}
