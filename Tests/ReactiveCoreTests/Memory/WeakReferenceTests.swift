import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A weak reference that leaves the counts of its object in the object")
struct WeakReferenceTests {
  /// Ends with a call, in which it is ending already.
  private final class Owner {
    private let end: () -> Void
    init(_ end: @escaping () -> Void = {}) { self.end = end }
    deinit { end() }
  }
  private final class Holder {
    let reference: WeakReference
    init(_ object: AnyObject, boxed: Bool) { reference = WeakReference(object, boxed: boxed) }
  }

  @Test("it is nil once the object has begun to end, also where the runtime needs a box", arguments: [false, true])
  func ends(boxed: Bool) {
    var holder: Holder?
    var wasFound: Bool?
    do {
      let owner = Owner { wasFound = holder?.reference.object != nil }
      let made = Holder(owner, boxed: boxed)
      holder = made
      #expect(made.reference.object === owner && made.reference.object === owner)
    }
    #expect(wasFound == false && holder?.reference.object == nil)
  }

  @Test("it may end before its object, or after it, whether that is counted or not", arguments: [false, true])
  func order(boxed: Bool) {
    for object in [Owner() as AnyObject, OpenBehavior(0), SubscriptionBag()] {
      var first: Holder? = Holder(object, boxed: boxed)
      let second = Holder(object, boxed: boxed)
      #expect(first?.reference.object === object)
      first = nil
      #expect(second.reference.object === object)
    }
    let live = LiveCount()
    var holders: [Holder] = []
    for _ in 0..<100 { holders.append(Holder(OpenBehavior(live.make()), boxed: boxed)) }
    #expect(live.alive == 0 && holders.allSatisfy { $0.reference.object == nil })
  }

  @MainActor
  private final class Screen {
    var shown = 0
    private nonisolated let live: Locked<Int>
    init(_ live: Locked<Int>) {
      self.live = live
      live.withLock { $0 += 1 }
    }
    deinit { live.withLock { $0 -= 1 } }
  }

  @Test(
    "owners that another thread releases while they are notified end, and are notified no more",
    .enabled(if: isOptimized))
  @MainActor
  func releasedElsewhere() async {
    let live = Locked(0)
    let number = OpenBehavior(0)
    var calls = 0
    for _ in 0..<100 {
      var screens: [Screen] = (0..<20).map { _ in Screen(live) }
      for screen in screens {
        number.observe(with: screen) {
          $0.shown = $1
          calls += 1
        }
      }
      let last = Task.detached { [screens] in
        await Task.yield()
        _ = screens
      }
      screens = []
      for _ in 0..<50 { number.value += 1 }
      await last.value
    }
    while live.withLock({ $0 }) > 0 { await Task.yield() }
    let last = calls
    number.value += 1
    #expect(last > 0 && calls == last)
  }
}
