import ExampleTerminal
import ReactiveBindings
import Testing

@testable import FormModel

@Suite struct SignUpFormFrameTests {
  @Test func itShowsWhatIsFilledInAndWhatIsWrong() throws {
    let form = SignUpForm(SignUp())
    try form.type("山田 花子<ctrl-s><tab><home>👩‍🚀 <tab>花子花子花子花子<tab>thirteen<tab><tab> ")
    #expect(
      form.text == [
        "Sign up",
        "",
        "  Name      [山田 花子                     ]",
        "  E-mail    [👩‍🚀 山田.花子@example.org      ]  an address has no blanks",
        "  Password  [••••••••                      ]  weak",
        "  Age       [thirteen                      ]  “thirteen” is no age",
        "",
        "            [ ] Show the password",
        "          › [x] I accept the terms",
        "",
        "  (Sign up)   [Suggest an address]   [Clear]",
        "",
        "Something is not right yet.",
        "",
        "Tab ↑ ↓ move · Space, Enter press · ^S suggest · ^X clear · ^U undo · ^C leave",
      ])
  }

  @Test(arguments: [
    (1, 1), (2, 3), (13, 4), (16, 24), (17, 5), (43, 24), (44, 24), (45, 10), (80, 24), (200, 100),
  ])
  func nothingIsWiderOrHigherThanTheWindow(columns: Int, rows: Int) throws {
    let form = SignUpForm(SignUp())
    try form.type("山田👩‍🚀花子山田👩‍🚀花子山田👩‍🚀花子山田👩‍🚀花子<left><left><tab>a b<tab>é\u{301}<tab>漢字<up><up><up>")
    for _ in form.widgets {
      let frame = form.frame(for: ScreenSize(columns: columns, rows: rows))
      #expect(frame.rows.count == min(rows, 15))
      for row in frame.rows { #expect(row.columns == columns) }
      if let cursor = frame.cursor {
        #expect(cursor.column < columns && cursor.row < rows)
        #expect(form.focused is TextField)
      }
      _ = form.press(.tab)
    }
  }

  @Test func theCursorOfALongTextIsInSight() throws {
    let field = TextField()
    field.text = "漢字かな交じり文"
    #expect(field.view(columns: 8) == ("じり文  ", 6))
    for _ in 0..<3 { _ = field.press(.left) }
    #expect(field.view(columns: 8) == ("かな交じ", 6))
    _ = field.press(.home)
    #expect(field.view(columns: 8) == ("漢字かな", 0))
    field.isSecret = true
    #expect(field.view(columns: 10) == ("••••••••  ", 0))
  }

  @Test func theCursorStandsInTheFieldWhoseTurnItIs() throws {
    let form = SignUpForm(SignUp())
    try form.type("漢a<left>")
    #expect(form.frame(for: .usual).cursor == Frame.Cursor(row: 2, column: 15))
    try form.type("<up>")
    #expect(form.focused === form.clear)
    #expect(form.frame(for: .usual).cursor == nil)
  }

  @Test func whatMovesTheCursorOfATerminalIsNotShown() throws {
    let signUp = SignUp()
    signUp.answers.value.name = "a\u{1B}[2Jb\nc"
    let form = SignUpForm(signUp)
    #expect(form.text[2] == "› Name      [a?[2Jb⏎c                      ]")
  }
}
