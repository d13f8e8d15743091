public import ExampleTerminal
import ReactiveBindings
import ReactiveDerived

/// The screen of a sign-up: its widgets, and which of them is bound to what.
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

  /// In the order in which Tab visits them.
  private(set) lazy var widgets: [any Widget] = [
    name, email, password, age, showsPassword, acceptsTerms, signUp, suggest, clear,
  ]
  private var focus = 0

  private let model: SignUp
  /// Keeps what is derived for a widget alone.
  private let bag = SubscriptionBag()
  /// What somebody has signed up with; nil until then.
  public private(set) var account: Account?
  /// Whether somebody has signed up, or left.
  public private(set) var isOver = false

  public init(_ model: SignUp) {
    self.model = model
    bindFields()
    bindLabels()
    bindButtons()
  }

  /// Both ways: a text that is typed gets into the model, and what the model writes into the field.
  private func bindFields() {
    model.$name.bindTwoWay(to: \.text, on: name, changes: .edits)
    model.$email.bindTwoWay(to: \.text, on: email, changes: .edits)
    model.$password.bindTwoWay(to: \.text, on: password, changes: .edits)
    model.$age.bindTwoWay(
      to: \.text, on: age, changes: .edits, converting: Conversion(forward: AgeText.text(of:), back: AgeText.age(in:)),
      errors: model.ageRefused)
    model.$showsPassword.bindTwoWay(to: \.isChecked, on: showsPassword, changes: .toggles)
    model.$acceptsTerms.bindTwoWay(to: \.isChecked, on: acceptsTerms, changes: .toggles)
    model.$showsPassword.assign(to: \.isSecret, on: password) { !$0 }
  }

  /// One way: labels only show.
  private func bindLabels() {
    model.nameProblem.assign(to: \.text, on: nameProblem)
    model.emailProblem.assign(to: \.text, on: emailProblem)
    model.passwordProblem.assign(to: \.text, on: passwordProblem)
    model.ageProblem.assign(to: \.text, on: ageProblem)
    model.$notices.assign(to: \.text, on: notice)
    passwordStrength.bind {
      \.text <- model.strength.map(\.description)
      \.style <- model.strength.map(\.style)
    }.store(in: bag)
    summary.bind {
      \.text <- model.summary
      \.style <- model.isValid.map { $0 ? .good : .faint }
    }.store(in: bag)
  }

  private func bindButtons() {
    model.isValid.assign(to: \.isEnabled, on: signUp)
    model.suggestion.assign(to: \.isEnabled, on: suggest) { !$0.isEmpty }
    signUp.onPress = { [model] in model.submit() }
    suggest.onPress = { [model] in model.suggestEmail() }
    clear.onPress = { [model] in model.clear() }
    model.$submitted.sink(with: self) { me, account in
      me.account = account
      me.isOver = true
    }
  }

  /// Whose turn it is.
  var focused: any Widget { widgets[focus] }

  /// Does what `key` does; false if that is nothing.
  public func press(_ key: Key) -> Bool {
    notice.text = ""
    switch key {
    case .tab, .down: move(by: 1)
    case .up: move(by: -1)
    case .control("s"): return suggest.press(.enter)
    case .control("x"): return clear.press(.enter)
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
