import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("Assigning an event stream")
struct EventStreamAssignTests {
  @Test("every payload from now on is written, to the type and to its optional")
  func payloads() {
    let label = PlainLabel()
    label.text = "before"
    let messages = Event<String>()
    messages.assign(to: \.text, on: label)
    messages.assign(to: \.title, on: label)
    #expect(label.text == "before")
    #expect(label.title == nil)
    messages.trigger("Saved")
    #expect(label.text == "Saved")
    #expect(label.title == "Saved")
  }

  @Test("an equal payload is written again")
  func equalPayload() {
    let target = WrittenTarget("")
    let messages = Event<String>()
    messages.assign(to: \.value, on: target)
    messages.trigger("Saved")
    messages.trigger("Saved")
    #expect(target.writes == ["Saved", "Saved"])
  }

  @Test("the description goes to a String and to a String?")
  func describing() {
    let label = PlainLabel()
    let numbers = Event<Int>()
    numbers.assign(describeTo: \.text, on: label)
    numbers.assign(describeTo: \.title, on: label)
    numbers.trigger(7)
    #expect(label.text == "7")
    #expect(label.title == "7")
  }

  @Test("what a transform makes is written")
  func transform() {
    let label = PlainLabel()
    let tapped = Event<Void>()
    let numbers = Event<Int>()
    tapped.assign(to: \.isHidden, on: label) { true }
    numbers.assign(to: \.title, on: label) { $0 > 1 ? "many" : nil }
    tapped.trigger()
    numbers.trigger(2)
    #expect(label.isHidden)
    #expect(label.title == "many")
    numbers.trigger(1)
    #expect(label.title == nil)
  }

  @Test("a method is called with every payload")
  func method() {
    final class Receiver {
      var log: [Int] = []
      func update(_ number: Int) { log.append(number) }
    }
    let receiver = Receiver()
    let numbers = Event<Int>()
    numbers.assign(to: Receiver.update, on: receiver)
    numbers.trigger(1)
    numbers.trigger(1)
    #expect(receiver.log == [1, 1])
  }

  @Test("several targets, one subscription")
  func targets() {
    let labels = [PlainLabel(), PlainLabel()]
    let messages = Event<String>()
    let plain = messages.assign(to: \.text, onEach: labels)
    let optional = messages.assign(to: \.title, onEach: labels)
    messages.trigger("Saved")
    #expect(labels.map(\.text) == ["Saved", "Saved"])
    #expect(labels.map(\.title) == ["Saved", "Saved"])
    plain.cancel()
    optional.cancel()
    messages.trigger("Sent")
    #expect(labels.map(\.text) == ["Saved", "Saved"])
    #expect(labels.map(\.title) == ["Saved", "Saved"])
  }

  @Test("a signal is assigned by its projection")
  func signal() {
    final class Model {
      @Signal private(set) var message: Accepts<String>
      func send(_ text: String) { message.send(text) }
    }
    let model = Model()
    let label = PlainLabel()
    model.$message.assign(to: \.text, on: label)
    model.send("Hi!")
    #expect(label.text == "Hi!")
  }

  @Test("it ends with the target, with the stream, or when cancelled, and keeps nothing alive")
  func lifetime() {
    var label: PlainLabel? = PlainLabel()
    @Weak var weakLabel = label
    var messages: Event<String>? = Event()
    @Weak var weakMessages = messages
    let first = messages!.assign(to: \.text, on: label!)
    let other = PlainLabel()
    let second = messages!.assign(to: \.text, on: other)
    let third = messages!.assign(to: \.title, on: other)
    label = nil
    #expect(weakLabel == nil)
    #expect(first.isCancelled)
    third.cancel()
    messages!.trigger("Saved")
    #expect(other.text == "Saved")
    #expect(other.title == nil)
    messages = nil
    #expect(weakMessages == nil)
    #expect(second.isCancelled)
  }

  @Test("a payload that a setter triggers is delivered after the one that is being delivered")
  func runToCompletion() {
    let target = WrittenTarget(0)
    let other = WrittenTarget(0)
    let numbers = Event<Int>()
    numbers.assign(to: \.value, on: target)
    numbers.assign(to: \.value, on: other)
    target.didWrite = { if $0 < 3 { numbers.trigger($0 + 1) } }
    numbers.trigger(1)
    #expect(target.writes == [1, 2, 3])
    #expect(other.writes == [1, 2, 3])
  }

  @Test("an event without a payload calls a method of the target, for as long as both live")
  func voidMethod() {
    final class Player {
      var stops = 0
      func stop() { stops += 1 }
    }
    let pressed = Event<Void>()
    var player: Player? = Player()
    @Weak var weakPlayer = player
    let subscription = pressed.assign(to: Player.stop, on: player!)
    pressed.trigger()
    pressed.trigger()
    #expect(player?.stops == 2)
    player = nil
    #expect(weakPlayer == nil)
    #expect(subscription.isCancelled)
  }
}
