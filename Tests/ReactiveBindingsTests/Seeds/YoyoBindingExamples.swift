import ReactiveBindings
import ReactiveDerived
import Testing

/// The binding example of Yoyo's README, with a plain view object. `Property` is `Behavior` here, `YoyoUpdater` is
/// `Updater`.
@Suite("Yoyo's examples that bind")
struct YoyoBindingExamples {
  class UIView { var isHidden = false }
  class UIButton: UIView { var isEnabled = true }

  @Test("bind() updates a property to stay equal to any Property object")
  func bind() {
    class Screen {
      let loginButton = UIButton()
      let isLoginButtonEnabled: Behavior<Bool>
      private let updater = Updater()

      init(_ isLoggedIn: StoredProperty<Bool>) {
        isLoginButtonEnabled = DerivedProperty(isLoggedIn) { !$0 }
        updater.bind(object: loginButton, keyPath: \UIButton.isEnabled, toProperty: isLoginButtonEnabled)
      }
    }
    let isLoggedIn = StoredProperty(true)
    var screen: Screen? = Screen(isLoggedIn)
    let button = screen!.loginButton
    #expect(!button.isEnabled)
    isLoggedIn.value = false
    #expect(button.isEnabled)
    screen = nil
    isLoggedIn.value = true
    #expect(button.isEnabled)
  }

  @Test("the header with a tip, bound where the README updates by hand")
  func header() {
    class HeaderView {
      private let updater = Updater()

      var tipView = UIView()

      init(_ isTipHidden: Behavior<Bool>) {
        updater.bind(object: tipView, keyPath: \.isHidden, toProperty: isTipHidden)
      }
    }
    let isLoggedIn = StoredProperty(false)
    let hasClickedOnTip = StoredProperty(false)
    let header = HeaderView(
      DerivedProperty(isLoggedIn, hasClickedOnTip) { isLoggedIn, hasClickedOnTip in
        return !isLoggedIn || hasClickedOnTip
      })
    #expect(header.tipView.isHidden)
    isLoggedIn.value = true
    #expect(!header.tipView.isHidden)
    hasClickedOnTip.value = true
    #expect(header.tipView.isHidden)
  }

  @Test("bind() on the main actor, where views live")
  @MainActor func mainActor() {
    @MainActor class UIButton { var isEnabled = true }
    let loginButton = UIButton()
    let isLoginButtonEnabled = StoredProperty(false)
    let updater = Updater()
    updater.bind(object: loginButton, keyPath: \UIButton.isEnabled, toProperty: isLoginButtonEnabled)
    #expect(!loginButton.isEnabled)
    isLoginButtonEnabled.value = true
    #expect(loginButton.isEnabled)
  }
}
