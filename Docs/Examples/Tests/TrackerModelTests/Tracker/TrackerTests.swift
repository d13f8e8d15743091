import ReactiveElm
import Testing

@testable import TrackerModel

@Suite struct TrackerTests {
  private let stamp = FileStamp.sample(1)
  private let load = Tracker.Command.file(.load)

  /// A tracker with three loaded issues.
  private func loaded() throws -> TestProgram<Tracker> {
    let test = TestProgram<Tracker>(flags: .init(name: "issues.json", now: noon))
    try test.relaxed {
      try test.answer(load, with: .file(.loaded(FileReading(.book(.sample), stamp: stamp))))
    }
    return test
  }

  /// Performs the pending save.
  private func save(_ test: TestProgram<Tracker>) throws {
    try test.relaxed {
      for command in test.runningCommands {
        guard case .file(.save) = command else { continue }
        try test.answer(command, with: .file(.saved(.sample(2))))
      }
    }
  }

  @Test func itBeginsByLoading() throws {
    let test = TestProgram<Tracker>(flags: .init(name: "issues.json", now: noon))
    try test.expect(commands: load)
    try test.expect(sources: .clock)
    try test.answer(load, with: .file(.loaded(FileReading(.book(.sample), stamp: stamp)))) {
      $0.list.book = .sample
      $0.file.book = .sample
      $0.file.saved = .sample
      $0.file.stamp = stamp
      $0.file.standing = .steady
      $0.file.arrivals = 1
    }
    try test.expect(sources: .clock, .file(.init(known: stamp)))
    try test.finish()
  }

  @Test func anEditOfTheListIsSaved() throws {
    let test = try loaded()
    var edited = IssueBook.sample
    edited.put(.sample(3, "No sound", status: .started, text: "The crash of issue 1 was silent, too."))
    try test.send(.list(.statusAdvanced)) {
      $0.list.book = edited
      $0.list.selection = 3
      $0.file.book = edited
      $0.file.standing = .saving(edited)
    }
    try test.expect(commands: .file(.save(edited, over: stamp)))
    try test.expect(sources: .clock)
    try test.answer(.file(.save(edited, over: stamp)), with: .file(.saved(.sample(2)))) {
      $0.file.saved = edited
      $0.file.stamp = .sample(2)
      $0.file.standing = .steady
    }
    try test.expect(sources: .clock, .file(.init(known: .sample(2))))
    try test.finish()
  }

  @Test func aFailedSaveIsToldByTheFileModule() throws {
    let test = try loaded()
    try test.relaxed { try test.send(.deleted) }
    let book = test.model.list.book
    try test.fail(.file(.save(book, over: stamp)), with: FileProblem("no room")) {
      $0.file.standing = .failed(book, "no room")
    }
    try test.expect(sources: .clock, .file(.init(known: stamp)))
    try test.finish()
  }

  @Test func anIssueIsOpenedEditedAndClosed() throws {
    let test = try loaded()
    let issue = try #require(IssueBook.sample[3])
    try test.send(.opened) { $0.detail = Detail.Model(issue) }
    try test.send(.detail(.editingBegan(.title))) {
      $0.detail = Detail.Model(issue, editing: .title)
      $0.file.isTypedInto = true
    }
    try test.send(.detail(.input(.typed("!")))) { $0.detail?.editor?.input = TextInput("No sound!") }
    var edited = issue
    edited.title = "No sound!"
    try test.send(.detail(.editingEnded)) {
      $0.detail = Detail.Model(edited)
      $0.list.book.put(edited)
      $0.list.selection = 3
      $0.file.book.put(edited)
      $0.file.isTypedInto = false
      $0.file.standing = .saving($0.list.book)
    }
    try test.expect(commands: .file(.save(test.model.list.book, over: stamp)))
    try test.expect(sources: .clock)
    try test.send(.closed) { $0.detail = nil }
    try save(test)
    try test.finish()
  }

  @Test func aNewIssueIsInTheListWhenItHasATitle() throws {
    let test = try loaded()
    try test.send(.began) {
      $0.detail = Detail.Model(Issue(id: 4, title: "", created: noon), editing: .title)
      $0.file.isTypedInto = true
    }
    try test.relaxed {
      try test.send(.detail(.input(.typed("New"))))
      try test.send(.detail(.editingEnded))
    }
    #expect(test.model.list.book[4] == Issue(id: 4, title: "New", created: noon))
    #expect(test.model.list.selected?.id == 4)
    try save(test)
    try test.finish()
  }

  @Test func aNewIssueThatIsCancelledIsNone() throws {
    let test = try loaded()
    try test.relaxed { try test.send(.began) }
    try test.send(.detail(.editingCancelled)) {
      $0.detail = nil
      $0.file.isTypedInto = false
    }
    try test.finish()
  }

  @Test func messagesToAnIssueThatIsClosedAreDropped() throws {
    let test = try loaded()
    try test.send(.detail(.statusAdvanced))
    try test.expect(droppedMessageCount: 1)
    try test.finish()
  }

  @Test func whatOthersDeleteIsClosed() throws {
    let test = try loaded()
    try test.relaxed {
      try test.send(.opened)
      try test.receive(.file(.changed), from: .file(.init(known: stamp)))
    }
    let theirs = IssueBook(issues: [.sample(1, "Theirs")])
    try test.answer(load, with: .file(.loaded(FileReading(.book(theirs), stamp: .sample(2))))) {
      $0.list.book = theirs
      $0.detail = nil
      $0.file.book = theirs
      $0.file.saved = theirs
      $0.file.stamp = .sample(2)
      $0.file.arrivals = 2
      $0.notice = "issues.json was changed by somebody else; this is what is in it now."
    }
    try test.expect(sources: .clock, .file(.init(known: .sample(2))))
    try test.finish()
  }

  @Test func theClockTicksAndTheNoticeStays() throws {
    let test = try loaded()
    try test.relaxed { try test.send(.notRestored(.undone)) }
    let later = Moment(seconds: noon.seconds + 1)
    try test.receive(.ticked(later), from: .clock) { $0.now = later }
    #expect(test.model.notice == "There is nothing to undo.")
    try test.send(.list(.moved(by: 1))) {
      $0.list.selection = 2
      $0.notice = nil
    }
    try test.finish()
  }

  @Test func quittingWaitsForWhatIsBeingSaved() throws {
    let test = try loaded()
    try test.relaxed { try test.send(.list(.statusAdvanced)) }
    try test.send(.quit) { $0.leaving = .whenSaved }
    let book = test.model.list.book
    try test.answer(.file(.save(book, over: stamp)), with: .file(.saved(.sample(2)))) {
      $0.file.saved = book
      $0.file.stamp = .sample(2)
      $0.file.standing = .steady
    }
    try test.expect(commands: .quit)
    try test.expect(sources: .clock, .file(.init(known: .sample(2))))
    try test.complete(.quit)
    try test.finish()
  }

  @Test func whatCannotBeSavedIsLostOnlyByWhoeverInsists() throws {
    let test = try loaded()
    try test.relaxed {
      try test.send(.list(.statusAdvanced))
      try test.fail(.file(.save(test.model.list.book, over: stamp)), with: FileProblem("no room"))
    }
    try test.send(.quit) { $0.leaving = .ifAskedAgain }
    try test.send(.list(.moved(by: 1))) {
      $0.leaving = nil
      $0.list.selection = 2
    }
    try test.send(.quit) { $0.leaving = .ifAskedAgain }
    try test.send(.quit)
    try test.expect(commands: .quit)
    try test.complete(.quit)
    try test.finish()
  }

  @Test func savesAndLoadsHaveIdsOfTheirOwn() throws {
    let test = try loaded()
    try test.relaxed {
      try test.receive(.file(.changed), from: .file(.init(known: stamp)))
      try test.receive(.file(.changed), from: .file(.init(known: stamp)))
      try test.send(.list(.statusAdvanced))
      try test.send(.list(.statusAdvanced))
    }
    #expect(test.runningCommands == [load, .file(.save(test.model.list.book, over: stamp))])
    try test.relaxed { for command in test.runningCommands { try test.complete(command) } }
    try test.finish()
  }
}
