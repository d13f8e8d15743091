public import ExampleTerminal
import ReactiveBindings
import ReactiveDerived

/// The screen of a sign-up: its widgets and their bindings.
public final class SignUpForm {
  let name = TextField(limit: 50)
  let email = TextField()
  let password = TextField()
  let age = TextField()
  let showsPassword = CheckBox("Show the password")
  let acceptsTerms = CheckBox("I accept the terms")
  let signUp = Button("Sign up")
  let suggest = Button("Suggest an address")
  let clear = Button("Clear")

  let nameProblem = Label(.hot)
  let emailProblem = Label(.hot)
  let passwordStrength = Label()
  let passwordProblem = Label(.hot)
  let ageProblem = Label(.hot)
  let summary = Label()
  let notice = Label(.good)

  /// In Tab order.
  private(set) lazy var widgets: [any Widget] = [
    name, email, password, age, showsPassword, acceptsTerms, signUp, suggest, clear,
  ]
  private var focus = 0

  private let model: SignUp
  /// Retains the parts of the answers, and derivations used by a single widget.
  private let bag = SubscriptionBag()
  /// The completed sign-up; nil until then.
  public private(set) var account: Account?
  /// Whether the user signed up or left.
  public private(set) var isOver = false

  public init(_ model: SignUp) {
    self.model = model
    bindFields()
    bindLabels()
    bindButtons()
  }

  /// Two-way: typed text is written to its part of the answers, and the model's writes to the field.
  private func bindFields() {
    let answers = model.answers
    answers[\.name].bindTwoWay(to: \.text, on: name, changes: .edits).store(in: bag)
    answers[\.email].bindTwoWay(to: \.text, on: email, changes: .edits).store(in: bag)
    answers[\.password].bindTwoWay(to: \.text, on: password, changes: .edits).store(in: bag)
    answers[\.age].converted(AgeText.text(of:), back: AgeText.age(in:))
      .bindTwoWay(to: \.text, on: age, changes: .edits).store(in: bag)
    answers[\.showsPassword].bindTwoWay(to: \.isChecked, on: showsPassword, changes: .toggles).store(in: bag)
    answers[\.acceptsTerms].bindTwoWay(to: \.isChecked, on: acceptsTerms, changes: .toggles).store(in: bag)
    answers.assign(to: \.isSecret, on: password) { !$0.showsPassword }
  }

  /// One-way: labels only show.
  private func bindLabels() {
    let answers = model.answers
    answers.assign(to: \.text, on: nameProblem) { $0.nameProblem }
    answers.assign(to: \.text, on: emailProblem) { $0.emailProblem }
    answers.assign(to: \.text, on: passwordProblem) { $0.passwordProblem }
    answers.assign(to: \.text, on: ageProblem) { $0.ageProblem }
    passwordStrength.bind {
      \.text <- answers.map(\.strength.description)
      \.style <- answers.map(\.strength.style)
    }.store(in: bag)
    summary.bind {
      \.text <- answers.map(\.summary)
      \.style <- answers.map { $0.isValid ? .good : .faint }
    }.store(in: bag)
    model.$notices.assign(to: \.text, on: notice)
  }

  private func bindButtons() {
    model.answers.assign(to: \.isEnabled, on: signUp) { $0.isValid }
    model.answers.assign(to: \.isEnabled, on: suggest) { !$0.suggestion.isEmpty }
    signUp.onPress = { [model] in model.submit() }
    suggest.onPress = { [model] in model.suggestEmail() }
    clear.onPress = { [model] in model.clear() }
    model.$submitted.sink(with: self) { me, account in
      me.account = account
      me.isOver = true
    }
  }

  var focused: any Widget { widgets[focus] }

  /// Handles `key`; returns false if it does nothing.
  public func press(_ key: Key) -> Bool {
    notice.text = ""
    switch key {
    case .tab, .down: move(by: 1)
    case .up: move(by: -1)
    case .control("s"): return suggest.press(.enter)
    case .control("x"): return clear.press(.enter)
    case .control("u") where model.history.canUndo.value: model.history.undo()
    case .control("r") where model.history.canRedo.value: model.history.redo()
    case .control("c"): isOver = true
    case .enter where focused is TextField: move(by: 1)
    default: return focused.press(key)
    }
    return true
  }

  private func move(by distance: Int) { focus = (focus + distance + widgets.count) % widgets.count }
}

extension PasswordStrength {
  var style: Span.Style {
    switch self {
    case .none: .plain
    case .weak: .hot
    case .fair: .warm
    case .strong: .good
    }
  }
}
