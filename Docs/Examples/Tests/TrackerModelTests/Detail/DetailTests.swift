import ReactiveElm
import Testing

@testable import TrackerModel

@Suite struct DetailTests {
  private let issue = Issue.sample(1, "Title", text: "Text")

  @Test func whatIsTypedIsKeptAtTheEnd() throws {
    let test = TestProgram<Detail>(flags: .init(issue))
    let editor = Detail.Editor(.title, of: issue)
    try test.send(.editingBegan(.title)) { $0.editor = editor }
    try test.send(.input(.typed("!"))) { $0.editor?.input = TextInput("Title!") }
    try test.send(.editingEnded) {
      $0.issue.title = "Title!"
      $0.editor = nil
    }
    try test.finish()
  }

  @Test func whatIsCancelledChangesNothing() throws {
    let test = TestProgram<Detail>(flags: .init(issue, editing: .text))
    try test.send(.input(.erased)) { $0.editor?.input = TextInput("Tex") }
    try test.send(.editingCancelled) { $0.editor = nil }
    try test.finish()
  }

  @Test(arguments: ["", "  ", "\t"])
  func aTitleIsNeeded(title: String) {
    var model = Detail.Model(Issue.sample(1, ""), editing: .title)
    _ = Detail.update(for: .input(.typed(title)), model: &model)
    _ = Detail.update(for: .editingEnded, model: &model)
    #expect(model.editor != nil)
    #expect(model.issue.title == "")
  }

  @Test func aTextMayBeEmpty() throws {
    let test = TestProgram<Detail>(flags: .init(.sample(1, "Title", text: "x"), editing: .text))
    try test.send(.input(.erased)) { $0.editor?.input = TextInput("") }
    try test.send(.editingEnded) {
      $0.issue.text = ""
      $0.editor = nil
    }
    try test.finish()
  }

  @Test func statusAndPriorityGoRound() throws {
    let test = TestProgram<Detail>(flags: .init(issue))
    try test.send(.statusAdvanced) { $0.issue.status = .started }
    try test.send(.statusAdvanced) { $0.issue.status = .done }
    try test.send(.statusAdvanced) { $0.issue.status = .open }
    try test.send(.priorityAdvanced) { $0.issue.priority = .high }
    try test.send(.priorityAdvanced) { $0.issue.priority = .low }
    try test.finish()
  }
}
