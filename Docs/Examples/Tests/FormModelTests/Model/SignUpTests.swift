import ReactiveBindings
import Testing

@testable import FormModel

@Suite struct SignUpTests {
  @Test func anEmptyOneNeedsEverythingAndHasNoProblems() {
    let signUp = SignUp()
    #expect(signUp.missing.value == ["name", "e-mail", "password", "age", "terms"])
    #expect(signUp.summary.value == "Still needed: name, e-mail, password, age, terms.")
    #expect(!signUp.isValid.value)
    let problems = [signUp.nameProblem.value, signUp.emailProblem.value, signUp.ageProblem.value]
    #expect(problems + [signUp.passwordProblem.value] == ["", "", "", ""])
  }

  @Test func oneThatIsFilledInIsValidUntilSomethingIsNot() {
    let signUp = SignUp.filledIn()
    #expect(signUp.isValid.value)
    #expect(signUp.summary.value == "Everything is filled in.")
    signUp.age = 12
    #expect(signUp.ageProblem.value == "from 13 years on")
    #expect(signUp.summary.value == "Something is not right yet.")
    signUp.age = 13
    #expect(signUp.isValid.value)
    signUp.acceptsTerms = false
    #expect(signUp.summary.value == "Still needed: terms.")
  }

  @Test func aPasswordBecomesBadByAnotherName() {
    let signUp = SignUp.filledIn()
    #expect(signUp.passwordProblem.value == "")
    signUp.name = "Mrs. Teapot"
    #expect(signUp.passwordProblem.value == "contains your name")
    #expect(!signUp.isValid.value)
  }

  @Test func aRefusedAgeIsAProblemUntilTheAgeIsWrittenBeItTheSame() {
    let signUp = SignUp.filledIn()
    signUp.ageRefused.trigger(AgeRefusal(text: "many"))
    #expect(signUp.ageProblem.value == "“many” is no age")
    #expect(!signUp.isValid.value)
    #expect(signUp.age == 36)
    signUp.age = 36
    #expect(signUp.ageProblem.value == "")
    #expect(signUp.isValid.value)
  }

  @Test func validityIsToldOnceForABatch() {
    let signUp = SignUp.filledIn()
    var told: [Bool] = []
    signUp.isValid.sink { told.append($0) }
    batch {
      signUp.name = ""
      signUp.email = "x"
      signUp.name = "Grace"
      signUp.email = "grace@example.org"
    }
    #expect(told.isEmpty)
    signUp.clear()
    #expect(told == [false])
  }

  @Test func whatIsSubmittedIsWhatWasFilledIn() {
    let signUp = SignUp.filledIn()
    var accounts: [Account] = []
    var notices: [String] = []
    signUp.$submitted.sink { accounts.append($0) }
    signUp.$notices.sink { notices.append($0) }
    signUp.name = "  Ada Lovelace "
    signUp.submit()
    #expect(
      accounts == [
        Account(name: "Ada Lovelace", email: "ada@example.org", password: "three blue teapots", age: 36)
      ])
    #expect(notices == ["Welcome, Ada Lovelace!"])
  }

  @Test func whatIsNotValidIsNotSubmitted() {
    let signUp = SignUp.filledIn()
    signUp.$submitted.sink { _ in Issue.record("submitted") }
    signUp.email = "ada"
    signUp.submit()
    signUp.clear()
    signUp.submit()
  }

  @Test func anAddressIsSuggestedIfThereIsOne() {
    let signUp = SignUp()
    var notices: [String] = []
    signUp.$notices.sink { notices.append($0) }
    signUp.suggestEmail()
    #expect(signUp.email == "" && notices.isEmpty)
    signUp.name = "Ada Lovelace"
    signUp.suggestEmail()
    #expect(signUp.email == "ada.lovelace@example.org")
    #expect(notices == ["An address was suggested."])
  }
}
