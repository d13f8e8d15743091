import ExampleTerminal
import ReactiveBindings
import Testing

@testable import FormModel

@Suite struct SignUpFormTests {
  @Test func whatTheModelHasIsShownAtFirst() {
    let form = SignUpForm(.filledIn())
    #expect([form.name, form.email, form.age].map(\.text) == ["Ada Lovelace", "ada@example.org", "36"])
    #expect(form.acceptsTerms.isChecked && !form.showsPassword.isChecked)
    #expect(form.password.isSecret)
    #expect(form.signUp.isEnabled)
  }

  @Test func whatIsTypedGetsIntoTheModel() throws {
    let signUp = SignUp()
    let form = SignUpForm(signUp)
    try form.type("Ada<tab>ada@example.org<enter>three blue teapots<down>36<tab> <tab><enter>")
    #expect(
      signUp.answers.value
        == Answers(
          name: "Ada", email: "ada@example.org", password: "three blue teapots", age: .success(36), showsPassword: true,
          acceptsTerms: true))
    #expect(!form.password.isSecret)
  }

  @Test func whatTheModelWritesGetsIntoTheWidgets() {
    let signUp = SignUp()
    let form = SignUpForm(signUp)
    signUp.answers.value = Answers(
      name: "Ada", email: "ada", password: "teapot", age: .success(12), showsPassword: true, acceptsTerms: true)
    #expect([form.name, form.email, form.password, form.age].map(\.text) == ["Ada", "ada", "teapot", "12"])
    #expect(form.showsPassword.isChecked && form.acceptsTerms.isChecked && !form.password.isSecret)
    #expect(form.emailProblem.text == "an address has one @")
    #expect(form.passwordProblem.text == "8 characters at least")
    #expect(form.passwordStrength.text == "weak" && form.passwordStrength.style == .hot)
    #expect(form.ageProblem.text == "from 13 years on")
    #expect(form.summary.text == "Something is not right yet.")
  }

  @Test func onlyAValidFormCanBeSubmitted() throws {
    let form = SignUpForm(.filledIn())
    try form.type("<backspace>", into: form.age)
    #expect(form.ageProblem.text == "from 13 years on")
    #expect(!form.signUp.isEnabled && form.summary.style == .faint)
    #expect(throws: InputError("key 1: <enter> does nothing here")) { try form.type("<enter>", into: form.signUp) }
    try form.type("7", into: form.age)
    #expect(form.signUp.isEnabled && form.summary.style == .good)
    try form.type(" ", into: form.signUp)
    #expect(form.account?.age == 37)
    #expect(form.notice.text == "Welcome, Ada Lovelace!")
    #expect(form.isOver)
  }

  // MARK: Conversions

  @Test func whatIsNoAgeIsRefusedSaidAndLeftStanding() throws {
    let signUp = SignUp.filledIn()
    let form = SignUpForm(signUp)
    try form.type("x", into: form.age)
    #expect(signUp.answers.value.age == .failure(AgeRefusal(text: "36x")))
    #expect(form.age.text == "36x")
    #expect(form.ageProblem.text == "“36x” is no age")
    #expect(!form.signUp.isEnabled)
    try form.type("<backspace>")
    #expect(form.ageProblem.text == "")
    #expect(form.signUp.isEnabled)
  }

  @Test func aTextThatIsAnAgeIsLeftAsItWasTyped() throws {
    let signUp = SignUp.filledIn()
    let form = SignUpForm(signUp)
    try form.type("<home> 0", into: form.age)
    #expect(signUp.answers.value.age == .success(36))
    #expect(form.age.text == " 036")
    try form.type("<end><backspace><backspace><backspace>")
    #expect(signUp.answers.value.age == .success(nil))
    #expect(form.summary.text == "Still needed: age.")
  }

  // MARK: The newer side

  @Test func theSideThatWasWrittenLastWinsInABatch() throws {
    let signUp = SignUp()
    let form = SignUpForm(signUp)
    try batch {
      try form.type("Ada")
      signUp.answers.value.name = "Grace"
    }
    #expect(signUp.answers.value.name == "Grace" && form.name.text == "Grace")
    try batch {
      signUp.answers.value.name = "Barbara"
      try form.type("!")
    }
    #expect(signUp.answers.value.name == "Grace!" && form.name.text == "Grace!")
  }

  @Test func aSuggestionReplacesWhatWasTyped() throws {
    let signUp = SignUp()
    let form = SignUpForm(signUp)
    #expect(!form.suggest.isEnabled)
    try form.type("Ada<tab>nonsense<ctrl-s>")
    #expect(form.email.text == "ada@example.org" && signUp.answers.value.email == "ada@example.org")
    #expect(form.notice.text == "An address was suggested.")
    // The cursor is at the end.
    try form.type("x")
    #expect(signUp.answers.value.email == "ada@example.orgx")
    #expect(form.notice.text == "")
  }

  @Test func clearingEmptiesEveryFieldAlsoOfATextThatWasRefused() throws {
    let signUp = SignUp()
    let form = SignUpForm(signUp)
    try form.type("Ada<tab>a@b<tab>teapot<tab>many<tab> <tab> ")
    #expect(form.ageProblem.text == "“many” is no age")
    try form.type("<ctrl-x>")
    #expect([form.name, form.email, form.password, form.age].map(\.text) == ["", "", "", ""])
    #expect(!form.showsPassword.isChecked && !form.acceptsTerms.isChecked && form.password.isSecret)
    #expect([form.emailProblem, form.passwordProblem, form.ageProblem].map(\.text) == ["", "", ""])
    #expect(signUp.answers.value.missing.count == 5)
    #expect(form.notice.text == "The form is empty again.")
  }

  @Test func aTextThatIsTooLongIsCutForBoth() {
    let signUp = SignUp()
    let form = SignUpForm(signUp)
    signUp.answers.value.name = String(repeating: "漢", count: 60)
    #expect(form.name.text.count == 50)
    #expect(signUp.answers.value.name == form.name.text)
  }

  @Test func aWriteOfWhatIsThereLeavesTheCursorAlone() throws {
    let signUp = SignUp()
    let form = SignUpForm(signUp)
    try form.type("Ada<home>")
    signUp.answers.value.name = "Ada"
    try form.type("X")
    #expect(signUp.answers.value.name == "XAda")
  }

  @Test func twoFormsOfOneModelShowTheSame() throws {
    let signUp = SignUp()
    let (one, other) = (SignUpForm(signUp), SignUpForm(signUp))
    try one.type("Ada")
    try other.type(" Lovelace")
    #expect(one.name.text == "Ada Lovelace" && other.name.text == "Ada Lovelace")
  }

  // MARK: Undo

  @Test func aKeyThatWasPressedIsUndoneAndDoneAgain() throws {
    let form = SignUpForm(SignUp())
    #expect(!form.press(.control("u")) && !form.press(.control("r")))
    try form.type("Ada<ctrl-s><down><down><down>3x<down> <ctrl-x><ctrl-u>")
    #expect([form.name, form.email, form.age].map(\.text) == ["Ada", "ada@example.org", "3x"])
    #expect(form.ageProblem.text == "“3x” is no age")
    // The visibility of the password is not undone.
    #expect(!form.showsPassword.isChecked)
    try form.type("<ctrl-u><ctrl-u>")
    #expect([form.email, form.age].map(\.text) == ["ada@example.org", ""])
    try form.type("<ctrl-u>")
    #expect(form.email.text == "")
    try form.type("<ctrl-u><ctrl-r><ctrl-r><ctrl-r>")
    #expect([form.name, form.email, form.age].map(\.text) == ["Ada", "ada@example.org", "3"])
  }

  // MARK: Lifetimes

  @Test func aFormThatGoesTakesItsWidgetsAndLeavesTheModelWorking() throws {
    let signUp = SignUp()
    weak var form: SignUpForm?
    weak var field: TextField?
    weak var box: CheckBox?
    weak var button: Button?
    weak var label: Label?
    func useOne() throws {
      let one = SignUpForm(signUp)
      (form, field, box, button, label) = (one, one.age, one.acceptsTerms, one.signUp, one.ageProblem)
      try one.type("Ada<tab><ctrl-s><tab>teapots<tab>many<tab> ")
    }
    try useOne()
    #expect(form == nil && field == nil && box == nil && button == nil && label == nil)
    signUp.clear()
    signUp.answers.value.age = .success(36)
    #expect(signUp.answers.value.missing == ["name", "e-mail", "password", "terms"])
    #expect(SignUpForm(signUp).age.text == "36")
  }

  @Test func theModelGoesWithTheLastOneWhoHasIt() throws {
    weak var model: SignUp?
    func useOne() throws {
      let form = SignUpForm(.filledIn())
      try form.type("x", into: form.age)
      try form.type("<backspace>")
      try form.type("<enter>", into: form.signUp)
      let signUp = SignUp()
      model = signUp
      let other = SignUpForm(signUp)
      try other.type("Ada<ctrl-s><ctrl-x>")
    }
    try useOne()
    #expect(model == nil)
  }
}
