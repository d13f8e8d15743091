import ExampleTerminal

// The keys in each state of the tracker.

extension Tracker {
  static func bindings(for model: Model) -> [Binding] {
    let bindings =
      switch model.file.standing {
      case .loading, .blocked: [quitBinding]
      case .conflict(let theirs): conflictBindings(theirs) + [quitBinding]
      case .steady, .saving, .failed:
        if let detail = model.detail {
          detail.editor.map(editorBindings) ?? detailBindings(for: model)
        } else if model.list.search != nil {
          searchBindings
        } else {
          listBindings(for: model)
        }
      }
    // Always ends the program.
    return bindings + [Binding(keys: [.control("c")], action: .send(.quit))]
  }

  static func typing(for model: Model) -> Typing? {
    switch model.file.standing {
    case .loading, .blocked, .conflict: nil
    case .steady, .saving, .failed:
      model.detail.map { $0.editor == nil ? nil : .editor } ?? (model.list.search == nil ? nil : .search)
    }
  }

  private static let quitBinding = Binding(keys: ["q"], help: "q quit", action: .send(.quit))

  private static func conflictBindings(_ theirs: FileReading.Content) -> [Binding] {
    let keeping = Binding(keys: ["k"], help: "k keep mine", action: .send(.file(.keptMine)))
    // An unreadable file offers nothing to take.
    if case .broken = theirs { return [keeping] }
    return [keeping, Binding(keys: ["t"], help: "t take theirs", action: .send(.file(.tookTheirs)))]
  }

  private static let searchBindings = [
    Binding(keys: [.enter], help: "Enter keep", action: .send(.list(.searchEnded))),
    Binding(keys: [.escape], help: "Esc clear", action: .send(.list(.searchCleared))),
    Binding(keys: [.up], action: .send(.list(.moved(by: -1)))),
    Binding(keys: [.down], action: .send(.list(.moved(by: 1)))),
  ]

  private static func listBindings(for model: Model) -> [Binding] {
    let page = max(1, model.size.rows - listFurnitureRows - 1)
    let moving = [
      Binding(keys: ["j", .down], help: "j/k move", action: .send(.list(.moved(by: 1)))),
      Binding(keys: ["k", .up], action: .send(.list(.moved(by: -1)))),
      Binding(keys: [.pageDown, " "], action: .send(.list(.moved(by: page)))),
      Binding(keys: [.pageUp], action: .send(.list(.moved(by: -page)))),
      Binding(keys: ["g", .home], action: .send(.list(.moved(by: -.max)))),
      Binding(keys: ["G", .end], action: .send(.list(.moved(by: .max)))),
      Binding(keys: [.enter, .right], help: "Enter open", action: .send(.opened)),
    ]
    let changing = [
      Binding(keys: ["s"], help: "s status", action: .send(.list(.statusAdvanced))),
      Binding(keys: ["p"], help: "p priority", action: .send(.list(.priorityAdvanced))),
      Binding(keys: ["d"], help: "d delete", action: .send(.deleted)),
    ]
    return (model.list.listed.isEmpty ? [] : moving)
      + [Binding(keys: ["n"], help: "n new", action: .send(.began))]
      + (model.list.listed.isEmpty ? [] : changing)
      + [
        Binding(keys: ["/"], help: "/ find", action: .send(.list(.searchBegan))),
        Binding(keys: ["f"], help: "f filter", action: .send(.list(.statusFilterAdvanced))),
      ]
      + commonBindings(for: model) + [quitBinding]
  }

  private static func detailBindings(for model: Model) -> [Binding] {
    [
      Binding(keys: ["e"], help: "e edit title", action: .send(.detail(.editingBegan(.title)))),
      Binding(keys: ["t"], help: "t edit text", action: .send(.detail(.editingBegan(.text)))),
      Binding(keys: ["s"], help: "s status", action: .send(.detail(.statusAdvanced))),
      Binding(keys: ["p"], help: "p priority", action: .send(.detail(.priorityAdvanced))),
      Binding(keys: ["d"], help: "d delete", action: .send(.deleted)),
      Binding(keys: ["j", .down], action: .send(.detail(.scrolled(by: 1)))),
      Binding(keys: ["k", .up], action: .send(.detail(.scrolled(by: -1)))),
    ] + commonBindings(for: model)
      + [Binding(keys: ["q", .escape, .left, .enter], help: "q back", action: .send(.closed))]
  }

  private static func editorBindings(_ editor: Detail.Editor) -> [Binding] {
    switch editor.field {
    case .title:
      [
        Binding(keys: [.enter, .control("s")], help: "Enter keep", action: .send(.detail(.editingEnded))),
        Binding(keys: [.escape], help: "Esc cancel", action: .send(.detail(.editingCancelled))),
      ]
    case .text:
      [
        Binding(keys: [.control("s")], help: "Ctrl-S keep", action: .send(.detail(.editingEnded))),
        Binding(keys: [.enter], help: "Enter new line", action: .send(.detail(.input(.typed("\n"))))),
        Binding(keys: [.escape], help: "Esc cancel", action: .send(.detail(.editingCancelled))),
      ]
    }
  }

  private static func commonBindings(for model: Model) -> [Binding] {
    var bindings = [
      Binding(keys: ["u"], help: "u undo", action: .undo), Binding(keys: ["r"], help: "r redo", action: .redo),
    ]
    if case .failed = model.file.standing {
      bindings.append(Binding(keys: ["w"], help: "w save again", action: .send(.file(.retried))))
    }
    return bindings
  }
}
