import ExampleTerminal
import ReactiveBindings
import Testing

@testable import FormModel

@Suite struct CheckBoxTests {
  @Test func spaceAndEnterToggleItAndTell() {
    let box = CheckBox("Yes")
    var told: [Bool] = []
    box.toggled.sink { [unowned box] in told.append(box.isChecked) }
    #expect(box.press(" "))
    #expect(box.press(.enter))
    #expect(!box.press("x"))
    #expect(told == [true, false])
  }

  @Test func aWriteIsNotTold() {
    let box = CheckBox("Yes")
    box.toggled.sink { Issue.record("told") }
    box.isChecked = true
  }
}
