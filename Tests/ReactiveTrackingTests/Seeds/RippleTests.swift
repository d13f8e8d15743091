import ReactiveTestSupport
import ReactiveTracking
import Testing

private final class Label {
  var text = ""
}

/// The examples of Ripple's README, unchanged except for the items in the migration guide.
@Suite("Ripple's examples")
struct RippleExampleTests {
  @Test("quick start")
  func quickStart() {
    let label = Label()
    @Atom var count = 0
    @Derived var title = "Count: \(count)"

    let render = Effect {
      label.text = title
    }
    #expect(label.text == "Count: 0")
    count += 1
    #expect(label.text == "Count: 1")
    withExtendedLifetime(render) {}
  }

  @Test("@Atom: notifies if its value changed, and $ is the atom object")
  func atoms() {
    @Atom var name = "Ripple"
    var log: [String] = []
    let effect = Effect { log.append(name) }
    name = "Ripple 2"
    name = "Ripple 2"
    #expect(log == ["Ripple", "Ripple 2"])
    let object: AtomObject<String> = $name
    #expect("\(object)" == "Ripple 2")
    withExtendedLifetime(effect) {}
  }

  @Test("@Derived: cached until something that it reads changes")
  func derived() {
    var runs = 0
    func counted(_ value: Int) -> Int {
      runs += 1
      return value
    }
    @Atom var x = 1
    @Atom var y = 2
    @Derived var sum = counted(x + y)
    #expect(runs == 0)
    #expect([sum, sum, sum] == [3, 3, 3])
    #expect(runs == 1)
    y = 3
    #expect(runs == 1)
    #expect([sum, sum] == [4, 4])
    #expect(runs == 2)
  }

  @Test("Effect: at its creation and after every change, while it is kept in a bag")
  func effects() {
    let label = Label()
    @Atom var count = 0
    var bag: [Effect] = []

    bag.append(
      Effect {
        label.text = "Count: \(count)"
      })
    #expect(label.text == "Count: 0")
    count = 3
    #expect(label.text == "Count: 3")
    bag.removeAll()
    count = 4
    #expect(label.text == "Count: 3")
  }

  @Test("testing and isolation")
  func example() {
    withIsolatedRuntime {
      @Atom var a = 1
      @Derived var doubled = a * 2
      #expect(doubled == 2)
    }
  }

  @MainActor
  private final class Model {
    @Atom var count = 0
  }

  @Test("threading: the result of heavy work goes to the main actor's graph")
  @MainActor
  func threading() async {
    @Sendable func expensiveWork() async -> Int { 42 }
    let model = Model()
    var log: [Int] = []
    let effect = Effect { log.append(model.count) }
    await Task.detached {
      let heavy = await expensiveWork()
      await MainActor.run { model.count = heavy }
    }.value
    #expect(log == [0, 42])
    withExtendedLifetime(effect) {}
  }

  private final class CounterVC {
    private(set) var label: Label = .init()
    private var bag: [Effect] = []

    @Atom
    private var count = 0

    @Derived({ (me: CounterVC) in "Count: \(me.count)" })
    private var title: String

    func viewDidLoad() {
      bag.append(Effect { self.label.text = self.title })
    }
    func viewDidDisappear() { bag = [] }

    func plus() { count += 1 }
  }

  @Test("UIKit binding: a stored @Derived gets its owner")
  func binding() {
    var controller: CounterVC? = CounterVC()
    @Weak var observed = controller
    controller?.viewDidLoad()
    #expect(controller?.label.text == "Count: 0")
    controller?.plus()
    #expect(controller?.label.text == "Count: 1")
    controller?.viewDidDisappear()
    controller?.plus()
    #expect(controller?.label.text == "Count: 1")
    controller = nil
    #expect(observed == nil)
  }

  @Test("chained derived values")
  func chained() {
    @Atom var a = 1
    @Derived var d1 = a * 2
    @Derived var d2 = d1 + 3
    @Derived var d3 = d2 * 4
    var printed: [Int] = []
    let e = Effect { printed.append(d3) }
    a = 3
    #expect(printed == [20, 36])
    withExtendedLifetime(e) {}
  }

  /// The bodies await something; otherwise the compiler warns that there is nothing to `await`.
  @Test("parallel-safe tests")
  func isolatedGraphs() async {
    let r1: Int = await withIsolatedRuntime {
      @Atom var x = 1
      @Atom var y = 2
      @Derived var s = x + y
      await Task.yield()
      return s
    }
    let r2: Int = await withIsolatedRuntime {
      @Atom var x = 10
      @Atom var y = 20
      @Derived var s = x + y
      await Task.yield()
      return s
    }
    #expect(r1 == 3 && r2 == 30)
  }

  @Test("the table of behaviors")
  func table() {
    @Atom var a = 1
    @Derived var isPositive = a > 0
    var runs = 0
    var effect: Effect? = Effect {
      runs += 1
      _ = isPositive
    }
    a = 1
    a = 2
    #expect(runs == 1)
    a = -1
    #expect(runs == 2)
    effect = nil
    a = 1
    #expect(runs == 2)
    #expect(effect == nil)
  }
}
