// Tests: History, HistoryCore

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Histories in which each field of a form has steps of its own")
struct HistoryFieldTests {
  private struct Page: Equatable {
    var title = ""
    var text = ""
  }
  private let page = OpenBehavior(Page())

  private func undoneBy(_ history: History) -> [String] {
    var all: [String] = []
    while history.canUndo.value {
      history.undo()
      all.append("\(page.value.title)|\(page.value.text)")
    }
    return all
  }

  @Test("quick edits of one field are one step, and a change of field begins another, whatever is written")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func parts() {
    let history = History(of: page[\.title], page[\.text], coalescing: .seconds(1), clock: ManualClock())
    // A view that is made anew requests its part anew.
    for letter in "abc" { page[\.title].value.append(letter) }
    for letter in "de" { page.update { $0.text.append(letter) } }
    page.value.title = "abcf"
    batch {
      page[\.title].value = "g"
      page[\.text].value = "h"
    }
    page.value = Page(title: "i", text: "j")
    #expect(undoneBy(history) == ["abcf|de", "abc|de", "abc|", "|"])
    while history.canRedo.value { history.redo() }
    #expect(page.value == Page(title: "i", text: "j"))
  }

  @Test("of a whole, quick edits of any part are joined, and endStep keeps them apart")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func whole() {
    for isApart in [false, true] {
      page.value = Page()
      let history = History(of: page, coalescing: .seconds(1), clock: ManualClock())
      for letter in "ab" { page[\.title].value.append(letter) }
      if isApart { history.endStep() }
      for letter in "cd" { page[\.text].value.append(letter) }
      #expect(undoneBy(history) == (isApart ? ["ab|", "|"] : ["|"]))
      while history.canRedo.value { history.redo() }
      #expect(page.value == Page(title: "ab", text: "cd"))
    }
  }

  @Test("endStep in a batch and in an observer divides what they write; where nothing was written it does nothing")
  func endStep() {
    let history = History(of: page)
    history.endStep()
    #expect(!history.canUndo.value)
    batch {
      page.value.title = "a"
      history.endStep()
      history.endStep()
      page.value.text = "b"
    }
    #expect(undoneBy(history) == ["a|", "|"])
    var isFirst = true
    let subscription = page.sink { [page] _ in
      if !isFirst { return }
      isFirst = false
      history.endStep()
      page.value.text = "d"
    }
    page.value.title = "c"
    #expect(page.value == Page(title: "c", text: "d"))
    #expect(undoneBy(history) == ["c|", "|"])
    subscription.cancel()
  }

  @Test("endStep after an undo keeps what can be redone")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func afterUndo() {
    let history = History(of: page, coalescing: .seconds(1), clock: ManualClock())
    page.value.title = "a"
    history.endStep()
    page.value.title = "b"
    history.undo()
    history.endStep()
    #expect(history.canRedo.value && page.value.title == "a")
    history.redo()
    #expect(page.value.title == "b")
  }
}
