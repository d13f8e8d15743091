import ReactiveDerived
import Testing

/// The examples of Yoyo's README with plain view objects. Yoyo's `Property` is `Behavior` here, `YoyoUpdater` is
/// `Updater`.
@Suite("Yoyo's examples")
struct YoyoExamples {
  class UIView { var isHidden = false }
  final class UIButton: UIView { var isEnabled = true }

  class LoginManager {
    let isLoggedIn = StoredProperty(false)

    func logIn() {
      isLoggedIn.value = true
    }

    func logOut() {
      isLoggedIn.value = false
    }
  }

  @Test("storing and deriving state")
  func deriving() {
    let loginManager = LoginManager()
    let showLoginButton = DerivedProperty(loginManager.isLoggedIn) { isLoggedIn in
      return !isLoggedIn
    }
    #expect(showLoginButton.value)
    loginManager.logIn()
    #expect(!showLoginButton.value)
    loginManager.logOut()
    #expect(showLoginButton.value)
  }

  @Test("reacting to state changes")
  func reacting() {
    class Screen {
      let loginButton = UIButton()
      let loginManager = LoginManager()
      let showLoginButton: DerivedProperty<Bool>
      var animations = 0
      private let updater = Updater()

      init() {
        showLoginButton = DerivedProperty(loginManager.isLoggedIn) { !$0 }
        updater.keepUpToDate(dependencies: [showLoginButton]) { [unowned self] in
          self.loginButton.isHidden = !self.showLoginButton.value
        }
        updater.onTransition(showLoginButton) { [unowned self] wasShowingLoginButton, showLoginButton in
          if wasShowingLoginButton != nil && showLoginButton {
            self.animateLoginButtonAppearing()
          }
        }
      }

      func animateLoginButtonAppearing() { animations += 1 }
    }

    let screen = Screen()
    #expect(!screen.loginButton.isHidden && screen.animations == 0)
    screen.loginManager.logIn()
    #expect(screen.loginButton.isHidden && screen.animations == 0)
    screen.loginManager.logOut()
    #expect(!screen.loginButton.isHidden && screen.animations == 1)
  }

  class FirstTimeTipManager {
    let hasClickedOnTip = StoredProperty(false)

    func clickOnTip() {
      hasClickedOnTip.value = true
    }
  }

  class HeaderViewModel {
    private let loginManager: LoginManager
    private let firstTimeTipManager: FirstTimeTipManager

    let isTipHidden: Behavior<Bool>

    init(loginManager: LoginManager, firstTimeTipManager: FirstTimeTipManager) {
      self.loginManager = loginManager
      self.firstTimeTipManager = firstTimeTipManager

      isTipHidden = DerivedProperty(loginManager.isLoggedIn, firstTimeTipManager.hasClickedOnTip) {
        isLoggedIn, hasClickedOnTip in
        return !isLoggedIn || hasClickedOnTip
      }
    }
  }

  class HeaderView {
    private let updater = Updater()

    private let firstTimeTipManager: FirstTimeTipManager

    var tipView: UIView! = UIView()

    private let viewModel: HeaderViewModel

    init(loginManager: LoginManager, firstTimeTipManager: FirstTimeTipManager) {
      self.firstTimeTipManager = firstTimeTipManager

      viewModel = HeaderViewModel(loginManager: loginManager, firstTimeTipManager: firstTimeTipManager)

      updater.keepUpToDate(dependencies: [viewModel.isTipHidden]) { [unowned self] in
        self.tipView.isHidden = self.viewModel.isTipHidden.value
      }
    }

    func clickOnTip() {
      firstTimeTipManager.clickOnTip()
    }
  }

  @Test("the first-time tip: shown to those who are logged in, until they click on it, in every order")
  func firstTimeTip() {
    for clicksFirst in [false, true] {
      let loginManager = LoginManager()
      let tipManager = FirstTimeTipManager()
      var header: HeaderView? = HeaderView(loginManager: loginManager, firstTimeTipManager: tipManager)
      let tip = header!.tipView!
      #expect(tip.isHidden)
      if clicksFirst {
        header!.clickOnTip()
        loginManager.logIn()
        #expect(tip.isHidden)
      } else {
        loginManager.logIn()
        #expect(!tip.isHidden)
        header!.clickOnTip()
        #expect(tip.isHidden)
      }
      // "If the clicked state were somehow reset, the tip would properly show again."
      tipManager.hasClickedOnTip.value = false
      #expect(!tip.isHidden)
      loginManager.logOut()
      #expect(tip.isHidden)

      header = nil
      loginManager.logIn()
      #expect(tip.isHidden, "the updater has ended with its view")
    }
  }

  @Test("a person's name, at two levels")
  func multilevel() {
    class Person {
      let name: Behavior<String>
      init(_ name: Behavior<String>) { self.name = name }
    }
    let ada = StoredProperty("Ada")
    let person = StoredProperty(Person(ada))
    let personName = MultilevelProperty(
      parentProperty: person,
      childSelector: { person in
        return person.name
      })
    #expect(personName.value == "Ada")
    ada.value = "Augusta"
    #expect(personName.value == "Augusta")
    person.value = Person(StoredProperty("Grace"))
    #expect(personName.value == "Grace")
  }

  @Test("a sum over a property of each item of a list")
  func collection() {
    class Item {
      let intValue: StoredProperty<Int>
      init(_ value: Int) { intValue = StoredProperty(value) }
    }
    let list = StoredProperty([Item(1), Item(2)])
    let listCollection = MultilevelCollectionProperty(
      parentProperty: list,
      childSelector: { item in
        return [item.intValue]
      })
    let sum = DerivedProperty(listCollection) { list in
      return list.reduce(0) { $0 + $1.intValue.value }
    }
    #expect(sum.value == 3)
    list.value[1].intValue.value = 5
    #expect(sum.value == 6)
  }
}
