import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("@Signal")
struct SignalTests {
  private final class Model {
    @Signal private(set) var received: Accepts<String>
    @Signal(name: "opened") var opened: Accepts<Void>
    func receive(_ text: String) { received.send(text) }
  }

  @Test("is sent inside and observed outside")
  func send() {
    let model = Model()
    var log: [String] = []
    model.$received.sink { log.append($0) }
    model.receive("Hi!")
    model.receive("Hi!")
    #expect(log == ["Hi!", "Hi!"])
  }

  @Test("without a payload it is sent without an argument, or with ()")
  func void() {
    let model = Model()
    var count = 0
    model.$opened.observe { count += 1 }
    model.opened.send()
    model.opened.send(())
    #expect(count == 2)
  }

  @Test("$ is its stream, the same at each use; there is no sending through it")
  func projection() {
    let model = Model()
    let stream: EventStream<Void> = model.$opened
    #expect(stream === model.$opened)
    #expect(stream.name == "opened")
    #expect(model.$received.name == nil)
  }

  @Test("is observed with an owner, until that ends")
  func owner() {
    final class Owner { var log: [String] = [] }
    let model = Model()
    let live = LiveCount()
    var owner: Owner? = Owner()
    let tracked = live.make()
    var log: [String] = []
    model.$received.observe(with: owner!) { owner, text in
      tracked.touch()
      owner.log.append(text)
      log.append(text)
    }
    model.receive("a")
    #expect(owner?.log == ["a"])
    owner = nil
    model.receive("b")
    #expect(log == ["a"])
  }

  @Test("a signal sent in its own delivery is delivered after it")
  func reentrant() {
    let model = Model()
    var log: [String] = []
    model.$received.sink { [unowned model] in
      log.append("A\($0)")
      if $0 == "1" { model.receive("2") }
    }
    model.$received.sink { log.append("B\($0)") }
    model.receive("1")
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("works as a local variable")
  func local() {
    @Signal var tapped: Accepts<Int>
    var log: [Int] = []
    $tapped.sink { log.append($0) }
    tapped.send(1)
    #expect(log == [1])
  }

  @Test("a copy of the accepting end sends to the same observers")
  func copy() {
    let model = Model()
    var log = 0
    model.$opened.sink { log += 1 }
    var accepts = model.opened
    accepts.send()
    #expect(log == 1)
  }
}
