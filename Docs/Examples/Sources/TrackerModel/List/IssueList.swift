public import ReactiveElm

/// The list of issues: what is listed, and which one is selected. It knows nothing of files and screens.
public enum IssueList: Module {
  public struct Model: Equatable, Codable, Sendable, Initable {
    public var book = IssueBook()
    public var filter = Filter()
    /// The filter's text while it is typed.
    public var search: TextInput?
    /// The number of the selected issue. It may be one that is not listed, as when the filter has changed.
    public var selection: Int?

    public init() {}
  }

  public enum Message: Hashable, Codable, Sendable {
    case moved(by: Int)
    case searchBegan
    case searchInput(TextInput.Message)
    case searchEnded
    case searchCleared
    case statusFilterAdvanced
    // What is done to the selected issue.
    case statusAdvanced, priorityAdvanced
    case deleted(Issue.ID)
  }

  public typealias Command = Never

  public static func update(for message: Message, model: inout Model) -> [Never] {
    switch message {
    case .moved(let distance): model.moveSelection(by: distance)
    case .searchBegan: model.search = TextInput(model.filter.text)
    case .searchInput(let message):
      model.search?.update(for: message)
      if let search = model.search { model.filter.text = search.text }
    case .searchEnded: model.search = nil
    case .searchCleared:
      model.search = nil
      model.filter.text = ""
    case .statusFilterAdvanced: model.filter.advanceStatus()
    case .statusAdvanced: model.changeSelected { $0.status = $0.status.next }
    case .priorityAdvanced: model.changeSelected { $0.priority = $0.priority.next }
    case .deleted(let id): model.delete(id)
    }
    return []
  }

  /// What is to be seen, before anybody knows how large the window is.
  public struct View: Equatable, Sendable {
    public var issues: [Issue]
    public var selectedIndex: Int?
    public var total: Int
    public var open: Int
    public var filter: Filter
    public var search: TextInput?
  }

  public static func view(for model: Model) -> View {
    View(
      issues: model.listed, selectedIndex: model.selectedIndex, total: model.book.issues.count,
      open: model.book.issues.count { $0.status != .done }, filter: model.filter, search: model.search)
  }
}

extension IssueList.Model {
  /// The issues that the filter lets through, the newest first.
  var listed: [Issue] { book.issues.filter(filter.contains).reversed() }

  /// Where the selected issue is listed; the first place if it is not.
  var selectedIndex: Int? {
    let listed = listed
    return listed.firstIndex { $0.id == selection } ?? (listed.isEmpty ? nil : 0)
  }

  var selected: Issue? { selectedIndex.map { listed[$0] } }

  mutating func moveSelection(by distance: Int) {
    guard let index = selectedIndex else { return }
    let listed = listed
    let (sum, isTooFar) = index.addingReportingOverflow(distance)
    let target = isTooFar ? (distance < 0 ? 0 : listed.count - 1) : min(max(sum, 0), listed.count - 1)
    selection = listed[target].id
  }

  mutating func changeSelected(_ change: (inout Issue) -> Void) {
    guard var issue = selected else { return }
    let index = selectedIndex ?? 0
    change(&issue)
    book.put(issue)
    // It may not be listed any longer; then its neighbour is selected, so that the next key goes on from there.
    selection = issue.id
    keepPlace(index)
  }

  mutating func delete(_ id: Issue.ID) {
    let index = selectedIndex ?? 0
    book.remove(id)
    keepPlace(index)
  }

  private mutating func keepPlace(_ index: Int) {
    let listed = listed
    if listed.contains(where: { $0.id == selection }) { return }
    selection = listed.isEmpty ? nil : listed[min(index, listed.count - 1)].id
  }
}
