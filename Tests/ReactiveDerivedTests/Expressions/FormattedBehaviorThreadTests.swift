import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Formatted behaviors on threads")
struct FormattedBehaviorThreadTests {
  @Test("threads that format at the same time never mix")
  func threads() {
    let results = onThreads(4) { thread -> Bool in
      var random = SeededGenerator(seed: UInt64(thread))
      for round in 0..<300 {
        let names = (0..<5).map { OpenBehavior("\(thread).\(round).\($0)") }
        let chosen = (0..<4).map { _ in names[random.below(5)] }
        let text: FormattedBehavior = "\(chosen[0]) \(chosen[1]) \(chosen[2]) \(chosen[3])"
        if text.value != chosen.map(\.value).joined(separator: " ") { return false }
        chosen[0].value = "changed"
        if text.value != chosen.map(\.value).joined(separator: " ") { return false }
      }
      return true
    }
    #expect(results == [true, true, true, true])
  }

  @Test("it is made on one thread, used on a second and released on a third")
  func moved() {
    nonisolated(unsafe) var name: OpenBehavior<String>?
    nonisolated(unsafe) var text: FormattedBehavior?
    onThread { () -> Void in
      unsafe name = OpenBehavior("Ada")
      unsafe text = "Hello, \(name!)."
    }
    let value = onThread { () -> String in
      unsafe name?.value = "Bob"
      unsafe text! <> "Goodbye, \(name!)."
      return unsafe text!.value
    }
    #expect(value == "Goodbye, Bob.")
    onThread { () -> Void in
      unsafe text = nil
      unsafe name = nil
    }
  }
}
