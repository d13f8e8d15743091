import Testing

@testable import FormModel

@Suite struct AnswersTests {
  @Test func emptyOnesNeedEverythingAndHaveNoProblems() {
    let answers = Answers()
    #expect(answers.missing == ["name", "e-mail", "password", "age", "terms"])
    #expect(answers.summary == "Still needed: name, e-mail, password, age, terms.")
    #expect(!answers.isValid && answers.account == nil)
    let problems = [answers.nameProblem, answers.emailProblem, answers.passwordProblem, answers.ageProblem]
    #expect(problems == ["", "", "", ""])
  }

  @Test func theyAreValidUntilOneIsNot() {
    var answers = Answers.filledIn
    #expect(answers.isValid)
    #expect(answers.summary == "Everything is filled in.")
    answers.age = .success(12)
    #expect(answers.ageProblem == "from 13 years on")
    #expect(answers.summary == "Something is not right yet.")
    answers.age = .success(13)
    #expect(answers.isValid)
    answers.acceptsTerms = false
    #expect(answers.summary == "Still needed: terms.")
  }

  @Test func aPasswordBecomesBadByAnotherName() {
    var answers = Answers.filledIn
    #expect(answers.passwordProblem == "")
    answers.name = "Mrs. Teapot"
    #expect(answers.passwordProblem == "contains your name")
    #expect(!answers.isValid)
  }

  @Test func aTextThatIsNoAgeIsAProblemAndNotMissing() {
    var answers = Answers.filledIn
    answers.age = .failure(AgeRefusal(text: "many"))
    #expect(answers.ageProblem == "“many” is no age")
    #expect(answers.missing.isEmpty && !answers.isValid && answers.account == nil)
  }
}
