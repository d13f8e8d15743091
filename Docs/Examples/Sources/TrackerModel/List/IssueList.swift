public import ReactiveElm

/// The list of issues and its selection. It is independent of files and screens.
public enum IssueList: Module {
  public struct Model: Equatable, Codable, Sendable, Initable {
    public var book = IssueBook()
    public var filter = Filter()
    /// The filter's text while it is typed.
    public var search: TextInput?
    /// The number of the selected issue, which a changed filter may have hidden.
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
    // Changes of the selected issue.
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

  /// The view, independent of the window size.
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
  /// The filtered issues, newest first.
  var listed: [Issue] { book.issues.filter(filter.contains).reversed() }

  /// The index of the selected issue; the first if it is not listed.
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
    // If it is no longer listed, selects its neighbor, so that the next key continues from there.
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
