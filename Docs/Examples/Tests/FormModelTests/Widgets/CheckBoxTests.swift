import ExampleTerminal
import ReactiveBindings
import Testing

@testable import FormModel

@Suite struct CheckBoxTests {
  @Test func spaceAndEnterToggleItAndTell() {
    let box = CheckBox("Yes")
    var received: [Bool] = []
    box.toggled.sink { [unowned box] in received.append(box.isChecked) }
    #expect(box.press(" "))
    #expect(box.press(.enter))
    #expect(!box.press("x"))
    #expect(received == [true, false])
  }

  @Test func aWriteIsNotTold() {
    let box = CheckBox("Yes")
    box.toggled.sink { Issue.record("received") }
    box.isChecked = true
  }
}
