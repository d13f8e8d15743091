import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("A stream of what a callback brings")
struct CallbackStreamTests {
  @Test("is registered while it is observed, and only once")
  func registration() {
    let control = FakeControl()
    let stream = control.events
    #expect(control.receivers.isEmpty)
    let first = stream.sink { _ in }
    let second = stream.sink { _ in }
    #expect(control.receivers.count == 1)
    first.cancel()
    #expect(control.receivers.count == 1)
    second.cancel()
    #expect(control.receivers.isEmpty)
    stream.sink { _ in }
    #expect(control.receivers.count == 1)
  }

  @Test("emits every observer, in order, and each stream is its own")
  func notifying() {
    let control = FakeControl()
    let stream = control.events
    var notified: [String] = []
    stream.sink { notified.append("a\($0.count)") }
    control.events.sink { notified.append("other\($0.count)") }
    stream.sink { notified.append("b\($0.count)") }
    control.act()
    control.act()
    #expect(notified == ["a1", "b1", "other1", "a2", "b2", "other2"])
  }

  @Test("is kept by the control while it is observed, and is released when it is not observed")
  func keptByControl() {
    let control = FakeControl()
    var notified = 0
    var stream: EventStream<FakeControl>? = control.events
    @Weak var weakStream = stream
    let subscription = stream?.sink { _ in notified += 1 }
    stream = nil
    control.act()
    #expect(notified == 1)
    #expect(weakStream != nil)
    subscription?.cancel()
    #expect(weakStream == nil)
    control.act()
    #expect(notified == 1)
  }

  @Test("ends with the control, and keeps neither it nor what its observers captured")
  func endsWithControl() {
    let count = LiveCount()
    var control: FakeControl? = FakeControl()
    @Weak var weakControl = control
    control?.events.sink { [tracked = count.make()] control in
      tracked.touch()
      #expect(control.count == 1)
    }
    let kept = control!.events
    let subscription = kept.sink { [tracked = count.make()] _ in tracked.touch() }
    control?.act()
    #expect(count.alive == 2)
    control = nil
    #expect(weakControl == nil)
    #expect(count.alive == 1)
    subscription.cancel()
    #expect(count.alive == 0)
    kept.sink { _ in }
  }

  @Test("is removed when an owner has gone, at the next call")
  func owner() {
    final class Owner {}
    let control = FakeControl()
    var owner: Owner? = Owner()
    var notified = 0
    control.events.sink(with: owner!) { _, _ in notified += 1 }
    control.act()
    owner = nil
    control.act()
    #expect(notified == 1)
    #expect(control.receivers.isEmpty)
  }

  @Test("may be cancelled and observed in its own call")
  func reentrancy() {
    let control = FakeControl()
    let stream = control.events
    var notified: [String] = []
    var first: Subscription?
    first = stream.sink { _ in
      notified.append("first")
      first?.cancel()
      stream.sink { _ in notified.append("second") }
    }
    control.act()
    #expect(notified == ["first"])
    control.act()
    #expect(notified == ["first", "second"])
    #expect(control.receivers.count == 1)
  }

  @Test("waits for a delivery that is running")
  func runToCompletion() {
    let control = FakeControl()
    let event = Event<Void>()
    var notified: [String] = []
    control.events.sink { _ in notified.append("control") }
    event.sink {
      control.act()
      notified.append("event")
    }
    event.trigger()
    #expect(notified == ["event", "control"])
  }

  @Test("made of an event, ends with it and leaks nothing")
  func ofAnEvent() {
    let count = LiveCount()
    var event: Event<Int>? = Event()
    func doubled(_ event: Event<Int>) -> EventStream<Int> {
      CallbackStream { [weak event] emit in
        let subscription = event?.sink { emit($0 * 2) }
        return { subscription?.cancel() }
      }
    }
    var notified: [Int] = []
    doubled(event!).sink { [tracked = count.make()] in
      tracked.touch()
      notified.append($0)
    }
    event?.trigger(4)
    #expect(notified == [8])
    event = nil
    #expect(count.alive == 0)
  }
}

/// Like a UIKit control: keeps receivers and calls them.
private final class FakeControl {
  private(set) var receivers: [(key: Int, receive: (FakeControl) -> Void)] = []
  private(set) var count = 0
  private var nextKey = 0
  func act() {
    count += 1
    for receiver in receivers { receiver.receive(self) }
  }

  var events: EventStream<FakeControl> {
    CallbackStream { [weak self] emit in
      guard let self else { return {} }
      nextKey += 1
      let key = nextKey
      receivers.append((key, emit))
      return { [weak self] in self?.receivers.removeAll { $0.key == key } }
    }
  }
}
