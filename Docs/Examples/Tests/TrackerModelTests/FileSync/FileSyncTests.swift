import ReactiveElm
import Testing

@testable import TrackerModel

/// Stamp numbers identify files, and issue titles identify books.
@Suite struct FileSyncTests {
  private let first = FileStamp.sample(1)
  private let second = FileStamp.sample(2)
  private let mine = IssueBook(issues: [.sample(1, "Mine")])
  private let theirs = IssueBook(issues: [.sample(1, "Theirs")])

  /// In sync with a loaded file.
  private func loaded() throws -> TestProgram<FileSync> {
    let test = TestProgram<FileSync>()
    try test.expect(commands: .load)
    try test.answer(.load, with: .loaded(FileReading(.book(.sample), stamp: first))) {
      $0.book = .sample
      $0.saved = .sample
      $0.stamp = first
      $0.standing = .steady
      $0.arrivals = 1
    }
    try test.expect(sources: .init(known: first))
    return test
  }

  /// With edits that could not be saved.
  private func failed() throws -> TestProgram<FileSync> {
    let test = try loaded()
    try test.relaxed {
      try test.send(.edited(mine))
      try test.fail(.save(mine, over: first), with: FileProblem("no room"))
    }
    return test
  }

  @Test func whatIsEditedIsSavedAndWatchedAgain() throws {
    let test = try loaded()
    try test.send(.edited(mine)) {
      $0.book = mine
      $0.standing = .saving(mine)
    }
    try test.expect(commands: .save(mine, over: first))
    try test.expect(sources: [])
    try test.answer(.save(mine, over: first), with: .saved(second)) {
      $0.saved = mine
      $0.stamp = second
      $0.standing = .steady
    }
    try test.expect(sources: .init(known: second))
    try test.finish()
  }

  @Test func ofTwoEditsTheNewestWins() throws {
    let test = try loaded()
    try test.relaxed { try test.send(.edited(mine)) }
    try test.send(.edited(theirs)) {
      $0.book = theirs
      $0.standing = .saving(theirs)
    }
    try test.expect(commands: .save(theirs, over: first))
    #expect(test.runningCommands == [.save(theirs, over: first)])
    // Even for the previous book: the file may contain the other one by now.
    try test.send(.edited(.sample)) {
      $0.book = .sample
      $0.standing = .saving(.sample)
    }
    try test.expect(commands: .save(.sample, over: first))
    try test.relaxed { try test.complete(.save(.sample, over: first)) }
    try test.finish()
  }

  @Test func whereThereIsNoFileTheFirstEditMakesOne() throws {
    let test = TestProgram<FileSync>()
    try test.expect(commands: .load)
    try test.answer(.load, with: .loaded(FileReading(.missing, stamp: nil))) {
      $0.saved = IssueBook()
      $0.standing = .steady
    }
    try test.expect(sources: .init(known: nil))
    try test.send(.edited(mine)) {
      $0.book = mine
      $0.standing = .saving(mine)
    }
    try test.expect(commands: .save(mine, over: nil))
    try test.expect(sources: [])
    try test.relaxed { try test.complete(.save(mine, over: nil)) }
    try test.finish()
  }

  @Test func whatCannotBeReadBlocksUntilItCan() throws {
    let test = TestProgram<FileSync>()
    try test.expect(commands: .load)
    try test.answer(.load, with: .loaded(FileReading(.broken("line 1"), stamp: first))) {
      $0.stamp = first
      $0.standing = .blocked("line 1")
    }
    try test.expect(sources: .init(known: first))
    // It is not overwritten.
    try test.send(.edited(mine)) { $0.book = mine }
    try test.send(.edited(IssueBook())) { $0.book = IssueBook() }
    try test.receive(.changed, from: .init(known: first))
    try test.expect(commands: .load)
    try test.answer(.load, with: .loaded(FileReading(.book(theirs), stamp: second))) {
      $0.book = theirs
      $0.saved = theirs
      $0.stamp = second
      $0.standing = .steady
      $0.arrivals = 1
    }
    try test.expect(sources: .init(known: second))
    try test.finish()
  }

  @Test func whatOthersWriteIsTakenOver() throws {
    let test = try loaded()
    try test.receive(.changed, from: .init(known: first))
    try test.expect(commands: .load)
    try test.answer(.load, with: .loaded(FileReading(.book(theirs), stamp: second))) {
      $0.book = theirs
      $0.saved = theirs
      $0.stamp = second
      $0.arrivals = 2
    }
    try test.expect(sources: .init(known: second))
    try test.finish()
  }

  @Test func aFileThatWasOnlyTouchedIsNoArrival() throws {
    let test = try loaded()
    try test.relaxed { try test.receive(.changed, from: .init(known: first)) }
    try test.answer(.load, with: .loaded(FileReading(.book(.sample), stamp: second))) { $0.stamp = second }
    try test.expect(sources: .init(known: second))
    try test.finish()
  }

  @Test func whatCannotBeSavedIsKeptAndSavedWhenAsked() throws {
    let test = try loaded()
    try test.relaxed { try test.send(.edited(mine)) }
    try test.fail(.save(mine, over: first), with: FileProblem("no room")) { $0.standing = .failed(mine, "no room") }
    try test.expect(sources: .init(known: first))
    #expect(test.model.hasUnsavedEdits)
    try test.send(.retried) { $0.standing = .saving(mine) }
    try test.expect(commands: .save(mine, over: first))
    try test.expect(sources: [])
    try test.relaxed { try test.complete(.save(mine, over: first)) }
    try test.finish()
  }

  @Test func theNextEditTriesAgain() throws {
    let test = try failed()
    try test.send(.edited(theirs)) {
      $0.book = theirs
      $0.standing = .saving(theirs)
    }
    try test.expect(commands: .save(theirs, over: first))
    try test.expect(sources: [])
    try test.relaxed { try test.complete(.save(theirs, over: first)) }
    try test.finish()
  }

  @Test func aSaveThatIsRefusedIsAConflict() throws {
    let test = try loaded()
    try test.relaxed { try test.send(.edited(mine)) }
    try test.answer(.save(mine, over: first), with: .refused(FileReading(.book(theirs), stamp: second))) {
      $0.stamp = second
      $0.standing = .conflict(.book(theirs))
    }
    try test.expect(sources: .init(known: second))
    try test.finish()
  }

  @Test(arguments: [true, false])
  func aConflictIsSettledAsChosen(isMineKept: Bool) throws {
    let test = try failed()
    try test.relaxed {
      try test.receive(.changed, from: .init(known: first))
      try test.answer(.load, with: .loaded(FileReading(.book(theirs), stamp: second)))
    }
    #expect(test.model.standing == .conflict(.book(theirs)))
    if isMineKept {
      try test.send(.keptMine) { $0.standing = .saving(mine) }
      try test.expect(commands: .save(mine, over: second))
      try test.expect(sources: [])
      try test.relaxed { try test.complete(.save(mine, over: second)) }
    } else {
      try test.send(.tookTheirs) {
        $0.book = theirs
        $0.saved = theirs
        $0.standing = .steady
        $0.arrivals = 2
      }
    }
    try test.finish()
  }

  @Test func aFileThatWasOnlyTouchedIsNoConflict() throws {
    let test = try failed()
    try test.relaxed { try test.receive(.changed, from: .init(known: first)) }
    try test.answer(.load, with: .loaded(FileReading(.book(.sample), stamp: second))) { $0.stamp = second }
    try test.expect(sources: .init(known: second))
    try test.relaxed { try test.send(.retried) }
    // Touched again before it could be written.
    try test.answer(.save(mine, over: second), with: .refused(FileReading(.book(.sample), stamp: first))) {
      $0.stamp = first
      $0.standing = .saving(mine)
    }
    try test.expect(commands: .save(mine, over: first))
    try test.relaxed { try test.complete(.save(mine, over: first)) }
    try test.finish()
  }

  @Test func whatIsBeingTypedCountsAsUnsaved() throws {
    var model = FileSync.Model()
    _ = FileSync.update(for: .loaded(FileReading(.book(.sample), stamp: first)), model: &model)
    model.isTypedInto = true
    _ = FileSync.update(for: .loaded(FileReading(.book(theirs), stamp: second)), model: &model)
    #expect(model.standing == .conflict(.book(theirs)))
    // The other program restored the contents.
    _ = FileSync.update(for: .loaded(FileReading(.book(.sample), stamp: second)), model: &model)
    #expect(model.standing == .steady)
  }

  @Test func aFileThatIsGoneOrBrokenTakesNothingAway() throws {
    var model = FileSync.Model()
    _ = FileSync.update(for: .loaded(FileReading(.book(.sample), stamp: first)), model: &model)
    _ = FileSync.update(for: .loaded(FileReading(.missing, stamp: nil)), model: &model)
    #expect(model.standing == .conflict(.missing))
    _ = FileSync.update(for: .loaded(FileReading(.broken("line 1"), stamp: second)), model: &model)
    #expect(model.standing == .conflict(.broken("line 1")))
    #expect(FileSync.update(for: .tookTheirs, model: &model).isEmpty)
    #expect(model.book == .sample)
    #expect(FileSync.update(for: .keptMine, model: &model) == [.save(.sample, over: second)])
  }

  @Test func messagesThatComeTooLateDoNothing() throws {
    let test = try loaded()
    for message: FileSync.Message in [.saved(second), .saveFailed("late"), .retried, .keptMine, .tookTheirs] {
      try test.send(message)
    }
    try test.finish()
  }
}
