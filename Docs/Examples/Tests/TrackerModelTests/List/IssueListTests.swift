import ReactiveElm
import Testing

@testable import TrackerModel

@Suite struct IssueListTests {
  /// Three issues, without a selection.
  private func list() -> IssueList.Model {
    var model = IssueList.Model()
    model.book = .sample
    return model
  }

  private func update(_ model: inout IssueList.Model, _ messages: IssueList.Message...) {
    for message in messages { _ = IssueList.update(for: message, model: &model) }
  }

  @Test func theNewestComesFirstAndIsSelected() {
    let model = list()
    #expect(IssueList.view(for: model).issues.map(\.id) == [3, 2, 1])
    #expect(model.selected?.id == 3)
    #expect(IssueList.view(for: model).open == 2)
  }

  @Test func theSelectionMovesAndStopsAtTheEnds() {
    var model = list()
    update(&model, .moved(by: 1))
    #expect(model.selection == 2)
    update(&model, .moved(by: .max))
    #expect(model.selection == 1)
    update(&model, .moved(by: 1), .moved(by: -.max))
    #expect(model.selection == 3)
    update(&model, .moved(by: .min))
    #expect(model.selection == 3)
  }

  @Test func whatIsTypedFiltersAtOnce() {
    var model = list()
    update(&model, .searchBegan, .searchInput(.typed("crash")))
    #expect(model.listed.map(\.id) == [3, 1])
    update(&model, .searchEnded)
    #expect(model.search == nil)
    #expect(model.filter.text == "crash")
    update(&model, .searchBegan, .searchCleared)
    #expect(model.listed.count == 3)
  }

  @Test func anIssueThatIsFilteredOutLeavesItsPlaceToItsNeighbour() {
    var model = list()
    update(&model, .statusFilterAdvanced, .statusAdvanced)
    #expect(model.book[3]?.status == .started)
    #expect(model.listed.isEmpty)
    #expect(model.selected == nil)
    update(&model, .statusAdvanced, .priorityAdvanced, .moved(by: 1))
    #expect(model.book[3]?.status == .started)
  }

  @Test func afterADeletionTheNextOneIsSelected() {
    var model = list()
    update(&model, .moved(by: 1), .deleted(2))
    #expect(model.selected?.id == 1)
    update(&model, .deleted(1))
    #expect(model.selected?.id == 3)
    update(&model, .deleted(3))
    #expect(model.selected == nil)
  }
}
