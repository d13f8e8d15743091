public import ExampleTerminal

/// A search in a terminal: its keys and frames.
@MainActor
public final class SearchScreen {
  let search: Search
  /// The place chosen with Return.
  public private(set) var taken: Place?
  public private(set) var isOver = false

  public init(_ search: Search) { self.search = search }

  /// Handles `key`; returns false if it does nothing.
  @discardableResult
  public func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): search.text.append(character)
    case .backspace: _ = search.text.popLast()
    case .up: search.moveSelection(by: -1)
    case .down: search.moveSelection(by: 1)
    case .enter:
      if case .failed = search.status { search.askAgain() } else { take() }
    case .escape, .control("c"): isOver = true
    default: return false
    }
    return true
  }

  /// Ignores stale results, which would be taken by mistake.
  private func take() {
    if search.isStale { return }
    taken = search.selected
    isOver = taken != nil
  }

  /// The screen, within the size of the window.
  public func frame(for size: ScreenSize) -> Frame {
    let prompt = Span("Search  ", .faint)
    let text = Span(search.text.printable, .accent)
    var rows = [[prompt, text], [], [status] + age, []]
    for place in search.found?.places ?? [] {
      let isSelected = place == search.selected
      let style: Span.Style = search.isStale ? .faint : isSelected ? .strong : .plain
      rows.append([Span(isSelected ? "› " : "  ", .accent), Span(place.name.printable, style)])
    }
    rows += [[], [Span("↑ ↓ move · Enter takes · Escape leaves", .faint)]]
    rows = rows.prefix(size.rows).map { $0.fitted(to: size.columns) }
    let column = min([prompt, text].columns, size.columns - 1)
    return Frame(rows: rows, cursor: Frame.Cursor(row: 0, column: column))
  }

  private var status: Span {
    switch search.status {
    case .idle: Span("Type a part of a name, or several.", .faint)
    case .typing: Span("typing …", .faint)
    case .searching: Span("searching …", .warm)
    case .retrying(let failure): Span("\(failure), retrying …", .warm)
    case .found(let count): Span(count == 1 ? "1 result" : "\(count) results", .good)
    case .failed(let failure): Span("\(failure); Enter tries again", .hot)
    }
  }

  /// Marks a stale result.
  private var age: [Span] {
    guard search.isStale, let found = search.found else { return [] }
    return [Span("  (still the \(found.count) for “\(found.question)”)", .faint)]
  }
}
