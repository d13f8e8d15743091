import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("The lifetime of a KVO property")
struct KVOStateLifetimeTests {
  @Test("is its owner's: the parent does not keep it, and has one observer less when it goes")
  func parentDoesNotKeepIt() {
    let count = LiveCount()
    let parent = OpenBehavior(1)
    var probe: KVOProbe? = KVOProbe(sharing: parent)
    probe?.observers = [{ [tracked = count.make()] _ in tracked.touch() }]
    @Weak var state = probe?.state
    parent.value = 2
    #expect(count.alive == 1)
    probe = nil
    #expect(count.alive == 0)
    #expect(state == nil)
    #expect(!parent.isObserved)
    parent.value = 3
  }

  @Test("keeps the parent alive, which goes with it")
  func keepsParent() {
    var parent: OpenBehavior<Int>? = OpenBehavior(1)
    @Weak var weakParent = parent
    var probe: KVOProbe? = KVOProbe(sharing: parent!)
    parent = nil
    #expect(weakParent != nil)
    probe?.write(2)
    #expect(probe?.value == .number(2))
    probe = nil
    #expect(weakParent == nil)
  }

  @Test("may end in its own notification, by its parent's change and by a write")
  func endsInside() {
    for writes in [false, true] {
      let count = LiveCount()
      let parent = OpenBehavior(1)
      var probe: KVOProbe? = KVOProbe(sharing: parent)
      var calls = 0
      probe?.observers = [
        { [tracked = count.make()] _ in
          tracked.touch()
          calls += 1
          probe = nil
        },
        { _ in calls += 1 },
      ]
      if writes { probe?.write(2) } else { parent.value = 2 }
      #expect(calls == 2)
      #expect(count.alive == 0)
      parent.value = 3
      #expect(calls == 2)
    }
  }

  @Test("may end in a delivery before its turn, and in a batch that it was written in")
  func endsBefore() {
    let parent = OpenBehavior(1)
    var probe: KVOProbe?
    var notified: [String] = []
    let first = parent.sink { if $0 == 2 { probe = nil } }
    probe = KVOProbe(sharing: parent)
    probe?.observers = [{ notified.append("\($0.value!)") }]
    parent.value = 2
    #expect(notified == [])
    probe = KVOProbe(sharing: parent)
    probe?.observers = [{ notified.append("\($0.value!)") }]
    batch {
      probe?.write(3)
      probe = nil
    }
    #expect(parent.value == 3)
    #expect(notified == ["3"])
    first.cancel()
    #expect(!parent.isObserved)
  }

  @Test("lets the end of an old value write")
  func farewell() {
    final class Object {
      let farewell: () -> Void
      init(_ farewell: @escaping () -> Void = {}) { self.farewell = farewell }
      deinit { farewell() }
    }
    let last = Object()
    var write: (() -> Void)?
    let parent = OpenBehavior(Object { write?() })
    let state = KVOState<Object>(.sharing(parent, bridge: { $0 as? Object }))
    write = { state.write(last) }
    state.write(Object())
    #expect(parent.value === last)
    #expect(state.value === last)
    write = nil
  }

  @Test("made in one isolation and sent to another, it ends where its parent is used")
  func endsWithItsParent() async {
    let end = Locked<Home?>(nil)
    let holder = Locked<Workshop.Holder?>(nil)
    let workshop = await Workshop.take(await Parcel.make(end), holder)
    await releaseElsewhere(holder)
    var home: Home?
    while home == nil {
      await Task.yield()
      home = end.withLock { $0 }
    }
    #expect(home == workshop)
  }

  private final class Parcel {
    let parent: OpenBehavior<Int>
    let probe: KVOProbe
    init(_ end: Locked<Home?>) {
      parent = OpenBehavior(1, whileObserved: { _ in Subscription { end.withLock { $0 = .current } } })
      probe = KVOProbe(sharing: parent)
    }
    @MainActor static func make(_ end: Locked<Home?>) -> sending Parcel { Parcel(end) }
  }

  @globalActor
  private actor Workshop {
    static let shared = Workshop()
    @Workshop static var parent: OpenBehavior<Int>?
    @Workshop
    final class Holder: Sendable {
      private let probe: KVOProbe
      init(_ probe: KVOProbe) { self.probe = probe }
    }
    @Workshop
    static func take(_ parcel: sending Parcel, _ holder: Locked<Holder?>) -> Home {
      parcel.parent.value = 2
      parent = parcel.parent
      let new = Holder(parcel.probe)
      holder.withLock { $0 = new }
      return .current
    }
  }
}
