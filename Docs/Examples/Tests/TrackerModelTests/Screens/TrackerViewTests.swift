import ExampleTerminal
import ReactiveElm
import Testing

@testable import TrackerModel

@Suite struct TrackerViewTests {
  private func model(_ size: ScreenSize = .init(columns: 60, rows: 10), _ messages: Tracker.Message...) -> Tracker.Model
  {
    var model = Tracker.start(with: .init(name: "issues.json", now: noon, size: size)).model
    let loaded = Tracker.Message.file(.loaded(FileReading(.book(.sample), stamp: .sample(1))))
    for message in [loaded] + messages { _ = Tracker.update(for: message, model: &model) }
    return model
  }

  private func text(_ model: Tracker.Model) -> String {
    Tracker.view(for: model).frame.text.joined(separator: "\n")
  }

  @Test func theListIsShown() {
    #expect(
      text(model()) == """
        Tracker  issues.json    3 issues, 2 to do · saved · 12:00:00
        Show all
           #  status   prio       age  title
           3  open     normal     3 h  No sound
           2  started  normal     2 h  Wrong colors
           1  done     normal     1 h  Crash at the start



        j/k move · Enter open · n new · s status · p priority · d d…
        """)
  }

  @Test func anIssueIsShown() {
    #expect(
      text(model(.init(columns: 60, rows: 12), .opened)) == """
        Tracker  issues.json    3 issues, 2 to do · saved · 12:00:00

        Issue 3  No sound
        open · normal priority · since 2026-03-01 09:00 (3 h)

        The crash of issue 1 was silent, too.




        e edit title · t edit text · s status · p priority
        d delete · u undo · r redo · q back
        """)
  }

  @Test func aTextIsEditedWhereTheCursorIs() {
    let model = model(
      .init(columns: 20, rows: 12), .opened, .detail(.editingBegan(.text)), .detail(.input(.typed("\n漢"))),
      .detail(.input(.moved(.left))))
    let frame = Tracker.view(for: model).frame
    #expect(frame.text.contains("The crash of issue 1"))
    #expect(frame.text.contains(" was silent, too."))
    let cursor = frame.cursor
    #expect(cursor.map { frame.text[$0.row] } == "漢")
    #expect(cursor?.column == 0)
  }

  @Test(arguments: [
    (FileReading.Content.book(IssueBook()), "was changed by somebody else", ["k", "t"]),
    (.missing, "is gone", ["k", "t"]), (.broken("x.json: line 7: this is no JSON"), "line 7", ["k"]),
  ])
  func aConflictSaysWhatThereIsToChoose(content: FileReading.Content, words: String, keys: [Character]) {
    let model = model(
      .init(columns: 100, rows: 12), .list(.statusAdvanced), .file(.refused(FileReading(content, stamp: nil))))
    let view = Tracker.view(for: model)
    #expect(text(model).contains(words))
    #expect(text(model).contains("not saved"))
    for key in ["k", "t", "s"] as [Character] {
      #expect((view.action(for: .character(key)) != nil) == keys.contains(key))
    }
  }

  @Test func everyKeyOfTheHelpDoesSomething() {
    for model in [model(), model(.usual, .opened), model(.usual, .list(.searchBegan))] {
      let view = Tracker.view(for: model)
      for binding in view.bindings {
        #expect(!binding.keys.isEmpty)
        for key in binding.keys { #expect(view.action(for: key) == binding.action) }
      }
    }
  }

  @Test func whatIsTypedGoesWhereItBelongs() {
    let search = Tracker.view(for: model(.usual, .list(.searchBegan)))
    #expect(search.action(for: "q") == .send(.list(.searchInput(.typed("q")))))
    #expect(search.action(for: .backspace) == .send(.list(.searchInput(.erased))))
    let editor = Tracker.view(for: model(.usual, .opened, .detail(.editingBegan(.title))))
    #expect(editor.action(for: "u") == .send(.detail(.input(.typed("u")))))
    #expect(Tracker.view(for: model()).action(for: "u") == .undo)
    #expect(Tracker.view(for: model()).action(for: .backspace) == nil)
  }

  @Test func itFitsAnyWindow() {
    let states: [[Tracker.Message]] = [
      [], [.opened], [.began, .detail(.input(.typed("漢字 and other words that are rather long")))],
      [.opened, .detail(.editingBegan(.text))], [.list(.searchBegan)],
      [.list(.statusAdvanced), .file(.saveFailed("no room"))],
      [.list(.statusAdvanced), .file(.refused(FileReading(.missing, stamp: nil)))],
    ]
    for state in states {
      for columns in [1, 2, 3, 7, 20, 41, 80, 200] {
        for rows in [1, 2, 3, 4, 5, 8, 24, 100] {
          var model = model(.init(columns: columns, rows: rows))
          for message in state { _ = Tracker.update(for: message, model: &model) }
          let frame = Tracker.view(for: model).frame
          #expect(frame.rows.count == rows)
          #expect(frame.rows.allSatisfy { $0.columns == columns })
          if let cursor = frame.cursor { #expect(cursor.row < rows && cursor.column < columns) }
        }
      }
    }
  }

  @Test func theSelectedIssueIsAlwaysInSight() {
    var model = model(.init(columns: 60, rows: 12))
    model.list.book = IssueBook(issues: (1...100).map { .sample($0, "Issue number \($0)") })
    for _ in 0..<100 {
      let frame = Tracker.view(for: model).frame
      let title = model.list.selected?.title ?? ""
      #expect(frame.rows.contains { $0.contains { $0.style == .selected && $0.text.contains(title) } })
      _ = Tracker.update(for: .list(.moved(by: 1)), model: &model)
    }
  }

  @Test func nothingInAFileMovesTheCursor() {
    var model = model()
    model.list.book.put(.sample(3, "a\u{1B}[2J\rb\n\u{202E}c", text: "x\u{7}\ty"))
    let list = text(model)
    _ = Tracker.update(for: .opened, model: &model)
    for scalar in (list + text(model)).unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format)
    }
  }
}
