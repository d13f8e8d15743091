import ExampleTerminal

// The frame always has the rows of the window, and no wider content.

extension Tracker {
  public static func view(for model: Model) -> View {
    let bindings = bindings(for: model)
    let columns = max(1, model.size.columns)
    let footer = footer(for: model, bindings, columns)
    let room = max(0, model.size.rows - 1 - footer.count)
    let body =
      if case .blocked = model.file.standing {
        Frame(rows: [])
      } else if let detail = model.detail {
        Detail.view(for: detail).frame(columns: columns, rows: room, now: model.now)
      } else {
        IssueList.view(for: model.list).frame(columns: columns, rows: room, now: model.now)
      }
    let filler = Array(repeating: [Span](), count: max(0, room - body.rows.count))
    let rows = [header(for: model, columns)] + body.rows.prefix(room) + filler + footer
    return View(
      frame: Frame(
        rows: rows.prefix(model.size.rows).map { $0.fitted(to: columns) },
        cursor: body.cursor.flatMap {
          $0.row < room ? .init(row: $0.row + 1, column: min($0.column, columns - 1)) : nil
        }),
      bindings: bindings, typing: typing(for: model))
  }

  /// The rows besides issues, with a short footer.
  static let listFurnitureRows = 6

  private static func header(for model: Model, _ columns: Int) -> [Span] {
    let list = IssueList.view(for: model.list)
    let count = "\(list.total) \(list.total == 1 ? "issue" : "issues"), \(list.open) to do"
    let saving: Span =
      switch model.file.standing {
      case .loading: Span("loading", .faint)
      case .steady: Span(model.file.saved != nil && model.file.stamp == nil ? "new file" : "saved", .faint)
      case .saving: Span("saving", .faint)
      case .failed, .conflict: Span("not saved", .hot)
      case .blocked: Span("not read", .hot)
      }
    let left = [Span("Tracker", .accent), Span("  \(model.name.printable)", .strong)]
    let dot = Span(" · ")
    let time = Span(model.now.timeOfDay)
    // Omits what does not fit, the less important first.
    let versions = [[Span(count), dot, saving, dot, time], [saving, dot, time], [saving]]
    let right = versions.first { left.columns + 2 + $0.columns <= columns } ?? []
    return left.pushing(right, to: columns)
  }

  /// The notice, and the help line below it.
  private static func footer(for model: Model, _ bindings: [Binding], _ columns: Int) -> [[Span]] {
    let notice = notice(for: model)
    // Long notices report trouble. They get up to a third of the rows.
    let lines = notice.text.printable.wrapped(to: columns).prefix(max(1, model.size.rows / 3))
    var help = [""]
    for text in bindings.compactMap(\.help) {
      let longer = help[help.count - 1] + (help[help.count - 1].isEmpty ? "" : " · ") + text
      if longer.columns > columns, help.count < model.size.rows / 6 {
        help.append(text)
      } else {
        help[help.count - 1] = longer
      }
    }
    return lines.map { [Span($0, notice.style)] } + help.map { [Span($0.shortened(to: columns), .faint)] }
  }

  private static func notice(for model: Model) -> Span {
    let name = model.name
    if model.leaving == .ifAskedAgain { return Span("Something is not saved. q again leaves, and it is lost.", .hot) }
    switch model.file.standing {
    case .conflict(.book):
      return Span("\(name) was changed by somebody else, and there are unsaved edits here.", .warm)
    case .conflict(.missing):
      return Span("\(name) is gone. Keep the issues that are here, and write it again, or begin anew?", .warm)
    case .conflict(.broken(let reason)):
      return Span("\(name) was changed by somebody else, and cannot be read any more. \(reason)", .hot)
    case .blocked(let reason):
      return Span("\(reason). It is left as it is, and read again when it changes.", .hot)
    case .failed(_, let reason):
      return Span("\(reason). What is here is not saved.", .hot)
    case .loading, .steady, .saving:
      if model.leaving == .whenSaved { return Span("Saving…", .faint) }
      return Span(model.notice ?? "", .good)
    }
  }
}
