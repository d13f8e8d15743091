import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Formatted behaviors")
struct FormattedBehaviorTests {
  @Test("lazy: a text that is not read describes nothing")
  func lazy() {
    var runs = 0
    let number = OpenBehavior(0)
    let counted = DerivedProperty(number) { number -> Int in
      runs += 1
      return number
    }
    let text: FormattedBehavior = "\(counted)"
    number.value = 1
    text <> "[\(counted)]"
    number.value = 2
    #expect(runs == 0)
    #expect([text.value, text.value] == ["[2]", "[2]"])
    #expect(runs == 1)
  }

  @Test("cached: it is put together once for a change")
  func cached() {
    let name = OpenBehavior("Ada")
    var runs = 0
    func counted(_ name: String) -> String {
      runs += 1
      return name
    }
    let text: FormattedBehavior = "\(name, with: counted)"
    text.sink { _ in }
    _ = [text.value, text.value, text.peek()]
    #expect(runs == 1)
    name.value = "Bob"
    _ = text.value
    #expect(runs == 2)
  }

  @Test("cut: an equal text is no change")
  func cut() {
    let number = OpenBehavior(1)
    let text: FormattedBehavior = "\(number, with: { $0 % 2 == 0 ? "even" : "odd" })"
    var notified: [String] = []
    text.sink { notified.append($0) }
    number.value = 3
    number.value = 4
    number.value = 6
    #expect(notified == ["even"])
  }

  @Test("no glitches: a batch, and a diamond, are one change")
  func glitches() {
    let first = OpenBehavior("a")
    let last = OpenBehavior("b")
    let full = DerivedProperty(first, last) { "\($0) \($1)" }
    let text: FormattedBehavior = "\(first)+\(last)=\(full)"
    var notified: [String] = []
    text.sink { notified.append($0) }
    first.value = "c"
    batch {
      first.value = "d"
      last.value = "e"
    }
    batch {
      first.value = "x"
      first.value = "d"
    }
    #expect(notified == ["c+b=c b", "d+e=d e"])
  }

  @Test("redefined by another one it follows what that follows, and not that itself")
  func redefinitionByAnother() {
    let name = OpenBehavior("Ada")
    let text: FormattedBehavior = "Hello, \(name)."
    var notified: [String] = []
    text.sink { notified.append($0) }
    let other: FormattedBehavior = "Goodbye, \(name)."
    text.replace(format: other)
    other <> "nothing"
    name.value = "Bob"
    text <> FormattedBehavior(format: "\(name)!")
    text.replace(format: text)
    name.value = "Carol"
    #expect(notified == ["Goodbye, Ada.", "Goodbye, Bob.", "Bob!", "Carol!"])
  }

  @Test("redefined by another one it keeps that one no longer than the call, and releases what it followed")
  func redefinitionLetsGo() {
    weak var weakOld: OpenBehavior<String>?
    weak var weakOther: FormattedBehavior?
    weak var weakNew: OpenBehavior<String>?
    let text: FormattedBehavior = ""
    do {
      let old = OpenBehavior("old")
      weakOld = old
      text <> "\(old)"
      #expect(text.value == "old")
    }
    do {
      let new = OpenBehavior("new")
      let other: FormattedBehavior = "\(new)"
      (weakNew, weakOther) = (new, other)
      text.replace(format: other)
    }
    #expect(weakOld == nil && weakOther == nil && weakNew != nil && text.value == "new")
  }

  @Test("a redefinition is delivered if the text differs")
  func redefinition() {
    let name = OpenBehavior("Ada")
    let text: FormattedBehavior = "Hello, \(name)."
    var notified: [String] = []
    text.sink { notified.append($0) }
    text <> "Hello, \(name)."
    text <> "Hello, Ada."
    text <> "Bye, \(name)."
    text.replace(format: "Bye, \(name)!")
    text.replace(format: "Bye, \(name)?")
    name.value = "Bob"
    let template: FormatTemplate = "So, \(name)"
    text <> template
    text.replace(format: "\(name)")
    #expect(notified == ["Bye, Ada.", "Bye, Ada!", "Bye, Ada?", "Bye, Bob?", "So, Bob", "Bob"])
  }

  @Test("redefined in a batch: notifies once, and not if it comes back")
  func batches() {
    let name = OpenBehavior("Ada")
    let text: FormattedBehavior = "Hello, \(name)."
    let length = DerivedProperty(text) { $0.count }
    var notified: [String] = []
    var runs = 0
    text.sink { notified.append($0) }
    length.sink { _ in runs += 1 }
    batch {
      text <> "1 \(name)"
      text <> "2 \(name)"
      #expect(text.value == "2 Ada")
      #expect(length.value == 5)
      text <> "3 \(name)"
    }
    #expect(notified == ["3 Ada"])
    #expect(runs == 1)
    batch {
      text <> "other"
      #expect(text.value == "other")
      text <> "3 \(name)"
    }
    batch {
      text <> "other"
      text <> "3 \(name)"
    }
    batch {
      text <> "3 Bob"
      name.value = "Bob"
      text <> "3 \(name)"
      name.value = "Ada"
    }
    #expect(notified == ["3 Ada"])
    #expect(runs == 1)
    name.value = "Bob"
    #expect(notified == ["3 Ada", "3 Bob"])
  }

  @Test("an observer may read, redefine, observe and cancel the very text")
  func inItsOwnObserver() {
    let name = OpenBehavior("Ada")
    let text: FormattedBehavior = "Hello, \(name)."
    var notified: [String] = []
    var later: [String] = []
    var subscription: Subscription?
    subscription = text.sink { [unowned text] value in
      notified.append("\(value) \(text.value)")
      if value == "Hello, Bob." {
        text <> "Bye, \(name)."
        #expect(text.value == "Bye, Bob.")
        text.observe { later.append($0) }
      } else {
        subscription?.cancel()
      }
    }
    name.value = "Bob"
    name.value = "Carol"
    #expect(notified == ["Hello, Bob. Hello, Bob.", "Bye, Bob. Bye, Bob."])
    #expect(later == ["Bye, Bob.", "Bye, Carol."])
  }

  @Test("redefined while it is put together: the next read has the new text")
  func redefinedInItsOwnRun() {
    let name = OpenBehavior("Ada")
    let text: FormattedBehavior = ""
    func redefine(_: String) -> String {
      text <> "then \(name)"
      return "first"
    }
    text <> "\(name, with: redefine)"
    _ = text.value
    #expect(text.value == "then Ada")
    name.value = "Bob"
    #expect(text.value == "then Bob")
  }

  @Test("redefined by the function of another part, while it is being verified")
  func redefinedWhileVerified() {
    let a = OpenBehavior(1)
    let b = OpenBehavior("b")
    let text: FormattedBehavior = ""
    let meddler = DerivedProperty(a) { [unowned text] a -> Int in
      if a > 1 { text <> "\(b) \(a)" }
      return 0
    }
    text <> "\(meddler) \(b)"
    var notified: [String] = []
    text.observe { notified.append($0) }
    a.value = 2
    b.value = "c"
    #expect(notified == ["0 b", "b 2", "c 2"])
  }

  @Test("an old definition's behaviors are released at once", arguments: [false, true], [false, true])
  func letsGo(isObserved: Bool, isInBatch: Bool) {
    let live = LiveCount()
    let kept = OpenBehavior("kept")
    var text: FormattedBehavior?
    do {
      let mine = OpenBehavior(live.make())
      let derived = DerivedProperty(kept, mine) { kept, _ in kept }
      text = "\(mine) \(derived) \(kept) \(kept)"
    }
    let subscription = isObserved ? text?.sink { _ in } : nil
    _ = text?.value
    #expect(live.alive == 1)
    #expect(kept.hasDependents)
    func redefine() {
      text! <> "nothing"
      #expect(live.alive == 0)
      #expect(!kept.hasDependents)
    }
    if isInBatch { batch { redefine() } } else { redefine() }
    #expect(text?.value == "nothing")
    text! <> "\(kept)"
    #expect(text?.value == "kept")
    #expect(kept.hasDependents)
    text = nil
    #expect(kept.hasDependents == isObserved, "by the token")
    subscription?.cancel()
    #expect(!kept.hasDependents)
  }

  @Test("it keeps its behaviors alive, and goes with its last owner")
  func lifetime() {
    let live = LiveCount()
    var text: FormattedBehavior?
    do {
      let name = OpenBehavior(live.make())
      text = "\(name, with: { _ in "Ada" })"
    }
    text?.sink { [tracked = live.make()] _ in tracked.touch() }
    #expect(text?.value == "Ada")
    #expect(live.alive == 2)
    text = nil
    #expect(live.alive == 0)
  }

  @Test("redefined many times: the last definition is all that is left")
  func manyTimes() {
    let live = LiveCount()
    let text: FormattedBehavior = ""
    let kept = OpenBehavior(0)
    for number in 0..<10_000 {
      let tracked = live.make()
      let behavior = OpenBehavior(number)
      func described(_ number: Int) -> String {
        tracked.touch()
        return "\(number)"
      }
      text <> "\(kept) \(behavior, with: described)"
      if number % 3 == 0 { _ = text.value }
    }
    #expect(live.alive == 1)
    #expect(live.peak <= 2)
    #expect(text.value == "0 9999")
  }

  #if DEBUG
  private static let length = 20_000
  #else
  private static let length = 200_000
  #endif

  @Test("a long chain of texts is updated, redefined and released without recursion")
  func chain() {
    let results = onThread(stackKibibytes: 512) { () -> [String] in
      let name = OpenBehavior("Ada")
      var last: Behavior<String>? = name
      for _ in 0..<Self.length {
        let next: FormattedBehavior = "\(last!)"
        _ = next.value
        last = next
      }
      name.value = "Bob"
      var results = [last!.value]
      let text: FormattedBehavior = "\(last!)!"
      last = nil
      results.append(text.value)
      text <> "gone"
      results.append(text.value)
      return results
    }
    #expect(results == ["Bob", "Bob!", "gone"])
  }

  @Test("messages call it by its name, or by the line of its literal")
  func labels() {
    let name = OpenBehavior("Ada")
    let line: UInt = #line + 1
    let typed: FormattedBehavior = "Hello, \(name)."
    #expect(typed.label.hasSuffix("FormattedBehaviorTests.swift:\(line)"))
    #expect(FormattedBehavior(format: "Hello", name: "hello").label == "hello")
    let text = FormattedBehavior(format: "Hello, \(name)")
    #expect(text.label.hasSuffix("FormattedBehaviorTests.swift:\(line + 3)"))
    let constant = FormattedBehavior(format: "Hello")
    #expect(constant.label.hasSuffix("FormattedBehaviorTests.swift:\(line + 5)"))
    constant.name = "constant"
    #expect(constant.label == "constant")
  }
}

#if os(macOS) || os(Linux) || os(Windows)
/// Law 10. Each case ends a process of its own.
@Suite("A text that contains itself is a cycle")
struct FormattedBehaviorCycleTests {
  private func check(
    _ result: ExitTest.Result?, _ cycle: String, location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("swift-reactive: dependency cycle: \(cycle)."), "\(text)", sourceLocation: location)
  }

  @Test("when it is read")
  func read() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let hello = FormattedBehavior(format: "Hello", name: "hello")
      hello <> "\(hello)!"
      print(hello)
    }
    try check(result, "hello reads hello")
  }

  @Test("when it is observed, by way of another")
  func observed() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let hello = FormattedBehavior(format: "Hello", name: "hello")
      let other = FormattedBehavior(format: "[\(hello)]", name: "other")
      other.observe { print($0) }
      hello.observe { print($0) }
      hello <> "\(other)!"
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("swift-reactive: dependency cycle:") && text.contains("hello reads other"), "\(text)")
  }
}
#endif
