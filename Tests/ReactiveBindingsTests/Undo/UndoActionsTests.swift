// Tests: UndoActions, Undoing+UndoManager

import ReactiveBindings
import ReactiveDerived
import ReactiveTestSupport
import Testing

/// An undo manager as Foundation documents it: an action registered during an undo is a redo. Any other clears the redo
/// stack.
private final class Manager {
  private enum Mode { case normal, undoing, redoing }
  private var mode = Mode.normal
  private(set) var undos: [(target: ObjectIdentifier?, call: () -> Void)] = []
  private(set) var redos: [(target: ObjectIdentifier?, call: () -> Void)] = []
  var isEnabled = true

  func register(_ target: AnyObject?, _ call: @escaping () -> Void) {
    let action = (target.map(ObjectIdentifier.init), call)
    if mode == .undoing { return redos.append(action) }
    if mode == .normal { redos = [] }
    undos.append(action)
  }
  func removeAll(of target: AnyObject) {
    undos.removeAll { $0.target == ObjectIdentifier(target) }
    redos.removeAll { $0.target == ObjectIdentifier(target) }
  }
  func undo() {
    guard let action = undos.popLast() else { return }
    mode = .undoing
    action.call()
    mode = .normal
  }
  func redo() {
    guard let action = redos.popLast() else { return }
    mode = .redoing
    action.call()
    mode = .normal
  }
}

/// The same code as in the target for Foundation's manager.
private final class Target {
  let manager: Manager
  let actions: UndoActions
  init(_ manager: Manager, _ history: any Undoing) {
    self.manager = manager
    actions = UndoActions(of: history)
  }
  func follow(_ step: UndoStep) {
    switch actions.follow(step) {
    case .register(let action): register(action)
    case .removeAll: manager.removeAll(of: self)
    case .nothing: break
    }
  }
  private func register(_ action: UndoActions.Action) {
    if !manager.isEnabled { return manager.removeAll(of: self) }
    manager.register(self) { [unowned self] in
      register(action.opposite)
      actions.perform(action)
    }
  }
}

@Suite("The steps of a history as actions of an undo manager")
struct UndoActionsTests {
  private let text = OpenBehavior("")
  private let history: History
  private let manager = Manager()
  private let target: Target
  private let following: Subscription

  init() {
    history = History(of: text)
    let target = Target(manager, history)
    self.target = target
    following = history.steps.sink { [unowned target] in target.follow($0) }
  }

  private func type(_ letters: String) { for letter in letters { text.value.append(letter) } }

  @Test("each step is one action, which undoes and redoes it, back and forth")
  func backAndForth() {
    type("abc")
    #expect(manager.undos.count == 3)
    for expected in ["ab", "a", "", ""] {
      manager.undo()
      #expect(text.value == expected)
    }
    for expected in ["a", "ab", "abc", "abc"] {
      manager.redo()
      #expect(text.value == expected)
    }
    manager.undo()
    manager.undo()
    manager.redo()
    #expect(text.value == "ab" && manager.undos.count == 2 && manager.redos.count == 1)
    #expect(history.canUndo.value && history.canRedo.value)
  }

  @Test("a new step ends what could be redone in both")
  func newStep() {
    type("abc")
    manager.undo()
    manager.undo()
    type("x")
    #expect(manager.redos.isEmpty && !history.canRedo.value && manager.undos.count == 2)
    manager.undo()
    manager.undo()
    #expect(text.value == "" && !history.canUndo.value)
  }

  @Test("actions of others keep their place among the steps")
  func others() {
    var log: [String] = []
    type("a")
    manager.register(nil) { log.append("other") }
    type("b")
    manager.undo()
    #expect(text.value == "a" && log.isEmpty)
    manager.undo()
    #expect(text.value == "a" && log == ["other"])
    manager.undo()
    #expect(text.value == "")
  }

  @Test("what observers write during an undo belongs to it, and a step is one action however much a batch changes")
  func observers() {
    let count = OpenBehavior(0)
    let both = History(of: text, count)
    let target = Target(Manager(), both)
    both.steps.sink { [unowned target] in target.follow($0) }
    let subscription = text.sink { [count] in count.value = $0.count }
    batch {
      type("ab")
      count.value = 7
    }
    #expect(target.manager.undos.count == 1 && count.value == 2)
    target.manager.undo()
    #expect(text.value == "" && count.value == 0 && target.manager.redos.count == 1)
    target.manager.redo()
    #expect(text.value == "ab" && count.value == 2 && target.manager.undos.count == 1)
    subscription.cancel()
  }

  @Test("in a delivery, where the history notifies later, too")
  func inDelivery() {
    let button = Event<Void>()
    let subscription = button.sink { [manager] in manager.undo() }
    type("ab")
    button.trigger()
    #expect(text.value == "a" && manager.undos.count == 1 && manager.redos.count == 1)
    batch {
      manager.undo()
      manager.redo()
    }
    #expect(text.value == "a" && manager.undos.count == 1)
    button.trigger()
    #expect(text.value == "" && manager.undos.isEmpty)
    subscription.cancel()
  }

  @Test("the history undone, redone or cleared by itself takes its own actions out of the manager")
  func direct() {
    manager.register(nil) {}
    for change in [{ history.undo() }, { history.clear() }] {
      type("ab")
      #expect(manager.undos.count == 3)
      change()
      #expect(manager.undos.count == 1 && manager.redos.isEmpty)
    }
    type("c")
    manager.undo()
    history.redo()
    #expect(manager.undos.count == 1 && manager.redos.isEmpty && history.canUndo.value)
    history.redo()
    type("d")
    #expect(manager.undos.count == 2)
  }

  @Test("a step that the manager does not register takes the earlier ones out of it")
  func disabled() {
    type("ab")
    manager.isEnabled = false
    type("c")
    manager.isEnabled = true
    #expect(manager.undos.isEmpty)
    type("d")
    manager.undo()
    manager.undo()
    #expect(text.value == "abc")
  }

  @Test("quick steps that are joined are one action")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescing() {
    let quick = History(of: text, coalescing: .seconds(1), clock: ManualClock())
    let target = Target(Manager(), quick)
    quick.steps.sink { [unowned target] in target.follow($0) }
    type("abc")
    #expect(target.manager.undos.count == 1)
    target.manager.undo()
    #expect(text.value == "")
  }

  @Test("of a history that is full, and of one that is gone, an action does nothing")
  func forgotten() {
    var short: History? = History(of: text, keeping: 2)
    let target = Target(Manager(), short!)
    short?.steps.sink { [unowned target] in target.follow($0) }
    type("abc")
    for _ in 0..<4 { target.manager.undo() }
    #expect(text.value == "a")
    type("x")
    #expect(target.manager.undos.count == 1)
    weak var weakHistory: History?
    weakHistory = short
    short = nil
    #expect(weakHistory == nil)
    target.manager.undo()
    #expect(text.value == "ax")
  }
}
