import ExampleTerminal
import ReactiveTracking
import Testing

@testable import SearchModel

@MainActor
@Suite struct SearchScreenTests {
  private let clock = ManualClock()

  /// The final state of a script.
  private func run(
    _ script: String, terms: PlaceService.Terms = .init()
  ) async throws -> (screen: SearchScreen, text: [String]) {
    let service = PlaceService([.wick, .wrenbury, .wrenford], clock: clock, terms: terms)
    let screen = SearchScreen(Search(clock: clock, find: service.find))
    let frame = await screen.run(try SearchScript(script, name: "script"), clock: clock)
    return (screen, frame.text)
  }

  @Test func theScreenShowsWhatIsFoundAndWhatIsSelected() async throws {
    let text = try await run("type w\nwait\ndown 2\ntype r\nwait\nup").text
    #expect(
      text == [
        "Search  wr", "", "2 results", "", "› Wrenbury", "  Wrenford", "", "↑ ↓ move · Enter takes · Escape leaves",
      ])
  }

  @Test(arguments: [
    ("", "Type a part of a name, or several."),
    ("type w", "typing …"),
    // A key takes 80 milliseconds.
    ("type w\nwait 219ms", "typing …"),
    ("type w\nwait 220ms", "searching …"),
    ("type w\nwait\ntype r\nwait 220ms", "searching …  (still the 3 for “w”)"),
    ("type w\nwait\nerase", "Type a part of a name, or several."),
    ("type wick\nwait", "1 result"),
  ])
  func theThirdLineSaysHowFarItIs(script: String, line: String) async throws {
    #expect(try await run(script).text[2] == line)
  }

  @Test func enterTriesAgainWhatHasFailed() async throws {
    var terms = PlaceService.Terms()
    terms.failureInterval = 1
    #expect(try await run("type w\nwait 1000ms", terms: terms).text[2] == "offline, retrying …")
    #expect(try await run("type w\nwait", terms: terms).text[2] == "offline; Enter tries again")
    let again = try await run("type w\nwait\nenter", terms: terms)
    #expect(again.text[2] == "searching …")
    #expect(!again.screen.isOver)
  }

  @Test func whatIsAskedTooOftenIsAnsweredLater() async throws {
    var terms = PlaceService.Terms()
    terms.limit = 1
    let early = try await run("type w\nwait\ntype r\nwait 220ms", terms: terms)
    #expect(early.text[2] == "too many questions, retrying …  (still the 3 for “w”)")
    #expect(try await run("type w\nwait\ntype r\nwait", terms: terms).text[2] == "2 results")
  }

  @Test func enterTakesWhatIsSelectedUnlessItIsStale() async throws {
    #expect(try await run("type w\nwait\ndown\nenter").screen.taken == .wrenbury)
    let stale = try await run("type w\nwait\ntype r\nenter").screen
    #expect(stale.taken == nil)
    #expect(!stale.isOver)
  }

  @Test func escapeEndsAScript() async throws {
    let (screen, text) = try await run("type w\nescape\ntype r")
    #expect(screen.isOver)
    #expect(screen.taken == nil)
    #expect(text[0] == "Search  w")
  }

  @Test func aFrameIsNoLargerThanTheWindow() async throws {
    let screen = try await run("type wren\nwait").screen
    let frame = screen.frame(for: ScreenSize(columns: 5, rows: 2))
    #expect(frame.rows.map(\.columns) == [5, 5])
    #expect(frame.cursor == Frame.Cursor(row: 0, column: 4))
  }

  @Test(arguments: ["type", "wait 3", "wait -1ms", "sideways", "down x", "erase -1"])
  func aLineThatIsNoStepIsRefused(line: String) {
    #expect(throws: InputError("a.script:3: cannot do “\(line)”")) {
      try SearchScript("# a comment\n\n\(line)", name: "a.script")
    }
  }
}
