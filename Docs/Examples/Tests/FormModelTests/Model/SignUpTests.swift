import ReactiveBindings
import ReactiveDerived
import Testing

@testable import FormModel

@Suite struct SignUpTests {
  @Test func validityIsToldOnceForABatch() {
    let signUp = SignUp.filledIn()
    var received: [Bool] = []
    let (isValid, name, email) = (signUp.answers.map(\.isValid), signUp.answers[\.name], signUp.answers[\.email])
    isValid.sink { received.append($0) }
    batch {
      name.value = ""
      email.value = "x"
      name.value = "Grace"
      email.value = "grace@example.org"
    }
    #expect(received.isEmpty)
    signUp.clear()
    #expect(received == [false])
  }

  @Test func whatIsSubmittedIsWhatWasFilledIn() {
    let signUp = SignUp.filledIn()
    var accounts: [Account] = []
    var notices: [String] = []
    signUp.$submitted.sink { accounts.append($0) }
    signUp.$notices.sink { notices.append($0) }
    signUp.answers.value.name = "  Ada Lovelace "
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
    signUp.answers.value.email = "ada"
    signUp.submit()
    signUp.clear()
    signUp.submit()
  }

  @Test func anAddressIsSuggestedIfThereIsOne() {
    let signUp = SignUp()
    var notices: [String] = []
    signUp.$notices.sink { notices.append($0) }
    signUp.suggestEmail()
    #expect(signUp.answers.value.email == "" && notices.isEmpty)
    signUp.answers.value.name = "Ada Lovelace"
    signUp.suggestEmail()
    #expect(signUp.answers.value.email == "ada.lovelace@example.org")
    #expect(notices == ["An address was suggested."])
  }

  @Test func whatIsDoneIsUndoneAndDoneAgain() {
    let signUp = SignUp.filledIn()
    signUp.answers[\.age].value = .failure(AgeRefusal(text: "many"))
    signUp.answers[\.showsPassword].value = true
    signUp.clear()
    #expect(signUp.answers.value == Answers())
    signUp.history.undo()
    #expect(signUp.answers.value.ageProblem == "“many” is no age")
    signUp.history.undo()
    #expect(signUp.answers.value == .filledIn)
    signUp.history.undo()
    #expect(signUp.answers.value == Answers() && !signUp.history.canUndo.value)
    while signUp.history.canRedo.value { signUp.history.redo() }
    #expect(signUp.answers.value == Answers())
  }
}
