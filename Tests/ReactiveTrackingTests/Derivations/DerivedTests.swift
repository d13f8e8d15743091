import ReactiveTracking
import Testing

/// What counts as a change of a `@Derived`, by the kind of its value, without an owner and in a class. Each derives
/// half a number: from 2 to 3 the half stays.
@Suite("@Derived")
struct DerivedTests {
  /// The number of runs of an effect of `read` when the half of `number` stays the same, and when it changes.
  private func runsOfEffect(_ number: AtomObject<Int>, reading read: @escaping () -> Void) -> [Int] {
    number.value = 2
    return [
      runs(reading: read, on: { number.value = 3 }),
      runs(reading: read, on: { number.value = 4 }),
    ]
  }

  @Test("each kind of value is cut as its type says")
  func kinds() {
    @Atom var number = 2
    let instances = (0..<3).map { _ in Instance() }
    @Derived var half = number / 2
    @Derived var loose = Loose(number / 2)
    @Derived var token = instances[number / 2]
    @Derived var account = Account(number / 2)
    @Derived var maybe: Instance? = number / 2 == 1 ? nil : instances[0]
    @Derived var maybeAccount: Account? = number / 2 == 0 ? nil : Account(number / 2)
    @Derived(isDuplicate: { $0.number == $1.number }) var cut = Loose(number / 2)
    #expect(runsOfEffect($number) { _ = half } == [0, 1])
    #expect(runsOfEffect($number) { _ = loose } == [1, 1])
    #expect(runsOfEffect($number) { _ = token } == [0, 1])
    #expect(runsOfEffect($number) { _ = account } == [0, 1])
    #expect(runsOfEffect($number) { _ = maybe } == [0, 1])
    #expect(runsOfEffect($number) { _ = maybeAccount } == [0, 1])
    #expect(runsOfEffect($number) { _ = cut } == [0, 1])
    #expect(half == 2 && cut.number == 2 && $half.value == 2)
  }

  private final class Model {
    @Atom var number = 2
    let instances = (0..<3).map { _ in Instance() }
    private var half: Int { number / 2 }

    @Derived({ (me: Model) in me.half }) var value: Int
    @Derived({ (me: Model) in Loose(me.half) }) var loose: Loose
    @Derived({ (me: Model) in me.instances[me.half] }) var token: Instance
    @Derived({ (me: Model) in Account(me.half) }) var account: Account
    @Derived({ (me: Model) in me.half == 1 ? nil : me.instances[0] }) var maybe: Instance?
    @Derived({ (me: Model) in me.half == 0 ? nil : Account(me.half) }) var maybeAccount: Account?
    @Derived(isDuplicate: { $0.number == $1.number }, { (me: Model) in Loose(me.half) }) var cut: Loose
  }

  @Test("each kind of value is cut as its type says, in a class, too")
  func kindsInClass() {
    let model = Model()
    #expect(runsOfEffect(model.$number) { _ = model.value } == [0, 1])
    #expect(runsOfEffect(model.$number) { _ = model.loose } == [1, 1])
    #expect(runsOfEffect(model.$number) { _ = model.token } == [0, 1])
    #expect(runsOfEffect(model.$number) { _ = model.account } == [0, 1])
    #expect(runsOfEffect(model.$number) { _ = model.maybe } == [0, 1])
    #expect(runsOfEffect(model.$number) { _ = model.maybeAccount } == [0, 1])
    #expect(runsOfEffect(model.$number) { _ = model.cut } == [0, 1])
    #expect(model.value == 2 && model.cut.number == 2)
  }

  @Test("the derivation behind one knows its owner, though its value was never read")
  func projection() {
    let model = Model()
    let derivation = model.$value
    #expect(derivation.value == 1)
    model.number = 6
    #expect(derivation.value == 3)
  }

  private final class Follower {
    let source: AtomObject<Int>
    init(_ source: AtomObject<Int>) { self.source = source }
    @Derived({ (me: Follower) in me.source.value * 2 }) var double: Int
  }

  @Test("one that outlives its owner keeps its value")
  func outlives() {
    var follower: Follower? = Follower(atom(1))
    let derivation = follower?.$double
    #expect(derivation?.value == 2)
    follower = nil
    #expect(derivation?.value == 2)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that wants an owner, outside of a class, stops with a message that says so")
  func noOwner() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Derived({ (me: Follower) in me.double }) var double: Int
        _ = double
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("was used before the owner was known, or outside of a class"))
  }
  #endif

  @Test("objects are cut by identity however they are held")
  func heldObjects() {
    final class Model {
      @Atom var number = 2
      let instances = (0..<3).map { _ in Instance() }
      @Derived({ (me: Model) in me.instances[me.number / 2] }) var delegate: any Delegate
      @Derived({ (me: Model) in me.number / 2 == 1 ? nil : me.instances[0] }) var maybe: (any Delegate)?
    }
    let model = Model()
    let instances = model.instances
    @Derived var local: AnyObject = instances[model.number / 2]
    for read in [{ _ = model.delegate }, { _ = model.maybe }, { _ = local }] {
      model.number = 2
      #expect(runs(reading: read, on: { model.number = 3 }) == 0)
      #expect(runs(reading: read, on: { model.number = 4 }) == 1)
    }
  }
}
