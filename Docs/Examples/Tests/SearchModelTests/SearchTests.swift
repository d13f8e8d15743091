import ReactiveTracking
import Testing

@testable import SearchModel

@MainActor
@Suite struct SearchTests {
  private let session = Session()
  private var search: Search { session.search }
  private var clock: ManualClock { session.clock }

  @Test func aQuestionIsAskedWhenNobodyHasTypedForAWhile() async {
    search.text = "w"
    clock.advance(by: .milliseconds(299))
    search.text = "wr"
    clock.advance(by: .milliseconds(299))
    #expect(search.status == .typing)
    clock.advance(by: .milliseconds(1))
    let call = await session.desk.next()
    #expect(call.question == "wr")
    call.find(.wrenbury, .wrenford)
    await session.settle()
    #expect(
      session.takeLog() == [
        "idle: nothing", "typing: nothing", "searching: nothing", "found(2): Wrenbury Wrenford",
      ])
  }

  @Test func blanksAroundWordsAreNoOtherQuestion() async {
    await session.ask("wren").find(.wrenbury)
    await session.settle()
    search.text = "  wren "
    #expect(search.status == .found(1))
    #expect(clock.sleeperCount == 0)
  }

  @Test func theLatestQuestionWinsWhenAnswersComeInReverse() async {
    let first = await session.ask("w")
    let second = await session.ask("wr")
    second.find(.wrenbury)
    await session.settle()
    first.find(.wick)
    // Another question and answer, to leave time for the late one.
    await session.ask("wre").find(.wrenford)
    await session.settle()
    #expect(
      session.takeLog() == [
        "idle: nothing", "typing: nothing", "searching: nothing",
        "typing: nothing", "searching: nothing", "found(1): Wrenbury",
        "typing: Wrenbury, stale", "searching: Wrenbury, stale", "found(1): Wrenford",
      ])
  }

  @Test func aQuestionThatIsTypedAgainBeginsAnew() async {
    let first = await session.ask("w")
    search.text = "wr"
    search.text = "w"
    #expect(search.status == .typing)
    first.fail()
    let second = await session.ask("w")
    #expect(search.status == .searching)
    second.find(.wick)
    await session.settle()
    #expect(search.status == .found(1))
  }

  @Test func whatFailsIsTriedAgainAfterHalfASecondAndASecond() async {
    await session.ask("w").fail()
    await clock.waitForSleepers()
    #expect(search.status == .retrying(.offline))
    clock.advance(by: .milliseconds(499))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    await session.desk.next().fail()
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    await session.desk.next().find(.wick)
    await session.settle()
    #expect(search.status == .found(1))
  }

  @Test func aServiceThatIsAskedTooMuchIsLeftAloneForAsLongAsItSays() async {
    await session.ask("w").fail(.tooManyQuestions(retryAfter: .seconds(60)))
    await clock.waitForSleepers()
    #expect(search.status == .retrying(.tooManyQuestions(retryAfter: .seconds(60))))
    clock.advance(by: .seconds(60))
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    await session.desk.next().find(.wick)
    await session.settle()
    #expect(search.status == .found(1))
  }

  @Test func aFailureShowsWhatWasFoundBeforeAndMayBeTriedAgain() async {
    await session.ask("w").find(.wick)
    await session.settle()
    _ = session.takeLog()

    await session.ask("wr").fail()
    for delay in [500, 1000] {
      await clock.waitForSleepers()
      clock.advance(by: .milliseconds(delay))
      await session.desk.next().fail()
    }
    await session.settle()
    #expect(
      session.takeLog() == [
        "typing: Wick, stale", "searching: Wick, stale", "retrying(offline): Wick, stale",
        "failed(offline): Wick, stale",
      ])

    search.askAgain()
    await session.desk.next().find(.wrenbury)
    await session.settle()
    #expect(session.takeLog() == ["searching: Wick, stale", "found(1): Wrenbury"])
  }

  @Test func aNewerQuestionEndsTheRetrying() async {
    await session.ask("w").fail()
    await clock.waitForSleepers()
    _ = session.takeLog()
    search.text = "wr"
    clock.advance(by: .milliseconds(300))
    let call = await session.desk.next()
    #expect(call.question == "wr")
    // The pending retry is cancelled.
    #expect(clock.sleeperCount == 0)
    call.find(.wrenbury)
    await session.settle()
    #expect(session.takeLog() == ["typing: nothing", "searching: nothing", "found(1): Wrenbury"])
  }

  @Test func theSelectionStaysWithItsPlace() async {
    await session.ask("w").find(.wick, .wrenbury, .wrenford)
    await session.settle()
    #expect(search.selected == .wick)
    search.moveSelection(by: 5)
    #expect(search.selected == .wrenford)

    let narrower = await session.ask("wr")
    #expect(search.selected == .wrenford)
    narrower.find(.wrenford, .wrenbury)
    await session.settle()
    #expect(search.selected == .wrenford)
    search.moveSelection(by: 1)
    #expect(search.selected == .wrenbury)

    // Not found now, but later again.
    await session.ask("wrenf").find(.wrenford)
    await session.settle()
    #expect(search.selected == .wrenford)
    await session.ask("wren").find(.wrenford, .wrenbury)
    await session.settle()
    #expect(search.selected == .wrenbury)
  }

  @Test func anEmptyTextHasNoResults() async {
    await session.ask("w").find(.wick)
    await session.settle()
    search.text = " "
    #expect(session.takeLog().last == "idle: nothing")
    #expect(search.selected == nil)
    search.moveSelection(by: 1)
  }

  @Test func aSearchThatIsThrownAwayLeavesNothingBehind() async {
    var session: Session? = Session()
    weak let search = session?.search
    let call = await session?.ask("w")
    session = nil
    #expect(search == nil)
    call?.find(.wick)
  }
}
