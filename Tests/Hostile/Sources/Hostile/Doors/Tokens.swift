import Foundation
import ReactiveCore
import ReactiveDerived

// A format token is a text, which may go anywhere, and brings a behavior back.

let tokenCases: [Case] = [
  Case(
    "token/behavior-sent-away", .either(containing: "token|names"),
    .thread {
      let names = OpenBehavior(["ada"], name: "names")
      let token = %names
      let begun = Gate()
      let ended = Gate()
      Task.detached {
        begun.open()
        for number in rounds(5_000) { names.value = ["a text that is too long to be small \(number)"] }
        ended.open()
      }
      begun.wait()
      let text = token.format
      var sum = 0
      for _ in rounds(5_000) { sum &+= text.value.utf8.count }
      ended.wait()
      check(sum > 0, "nothing was read")
    }),
  Case(
    "token/formatted-on-another-thread", .stops(containing: "token"),
    .thread {
      let name = OpenBehavior("ada", name: "name")
      let token = "Hello, \(%name)!"
      elsewhere { _ = token.format.value }
    }),
  Case(
    "token/formatted-in-another-task", .either(containing: "token"),
    .task {
      let name = OpenBehavior("ada", name: "name")
      let token = "Hello, \(%name)!"
      let texts = await withTaskGroup(of: String.self) { group in
        for _ in 0..<4 { group.addTask { token.format.value } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      check(texts.allSatisfy { $0 == "Hello, ada!" }, "the texts are \(texts)")
      name.value = "grace"
    }),
  Case(
    "token/formatted-when-all-is-gone", .either(containing: "token"),
    .thread {
      var name: OpenBehavior<String>? = OpenBehavior("ada")
      let token = name.map { %$0 } ?? ""
      let text = token.format
      name = nil
      check(text.value, is: "ada", "the text")
      check(token.format.value, is: "ada", "the text")
    }),
]
