import ReactiveTracking
import Testing

/// What counts as a change of an `@Atom`, by the kind of its value, seen by an effect that reads it.
@Suite("@Atom")
struct AtomTests {
  @Test("values that can be compared are cut by ==, others not at all")
  func values() {
    @Atom var number = 1
    #expect(runs(reading: { _ = number }, on: { number = 1 }) == 0)
    #expect(runs(reading: { _ = number }, on: { number = 2 }) == 1)
    @Atom var loose = Loose(1)
    #expect(runs(reading: { _ = loose }, on: { loose = Loose(1) }) == 1)
    #expect(loose.number == 1)
  }

  @Test("objects are cut by identity, or by == if they have it")
  func objects() {
    let instance = Instance()
    @Atom var token = instance
    #expect(runs(reading: { _ = token }, on: { token = instance }) == 0)
    #expect(runs(reading: { _ = token }, on: { token = Instance() }) == 1)
    @Atom var account = Account(1)
    #expect(runs(reading: { _ = account }, on: { account = Account(1) }) == 0)
    #expect(runs(reading: { _ = account }, on: { account = Account(2) }) == 1)
  }

  @Test("objects that may be missing are cut as the objects are, and nil by nil")
  func optionals() {
    let instance = Instance()
    @Atom var token: Instance? = nil
    #expect(runs(reading: { _ = token }, on: { token = nil }) == 0)
    #expect(runs(reading: { _ = token }, on: { token = instance }) == 1)
    #expect(runs(reading: { _ = token }, on: { token = instance }) == 0)
    #expect(runs(reading: { _ = token }, on: { token = nil }) == 1)
    @Atom var account: Account? = nil
    #expect(runs(reading: { _ = account }, on: { account = nil }) == 0)
    #expect(runs(reading: { _ = account }, on: { account = Account(1) }) == 1)
    #expect(runs(reading: { _ = account }, on: { account = Account(1) }) == 0)
  }

  @Test("a test of one's own is given the old and the new value, and decides")
  func ownTest() {
    @Atom(isDuplicate: { old, new in new.number - old.number < 3 }) var loose = Loose(1)
    #expect(runs(reading: { _ = loose }, on: { loose = Loose(3) }) == 0)
    #expect(runs(reading: { _ = loose }, on: { loose = Loose(6) }) == 1)
    #expect(loose.number == 6)
  }

  @Test("an initializer of the class gives the first value by assignment, for each kind")
  func assignedFirst() {
    final class Model {
      @Atom var number: Int
      @Atom var loose: Loose
      @Atom var token: Instance
      @Atom var account: Account
      @Atom var maybe: Instance?
      @Atom var maybeAccount: Account?
      init(_ number: Int, _ token: Instance) {
        self.number = number
        loose = Loose(number)
        self.token = token
        account = Account(number)
        maybe = token
        maybeAccount = Account(number)
      }
    }
    let token = Instance()
    let model = Model(5, token)
    #expect(model.number == 5 && model.loose.number == 5 && model.account.number == 5)
    #expect(model.token === token && model.maybe === token && model.maybeAccount == Account(5))
    #expect(runs(reading: { _ = model.maybe }, on: { model.maybe = token }) == 0)
    #expect(runs(reading: { _ = model.maybeAccount }, on: { model.maybeAccount = Account(5) }) == 0)
  }

  @Test("objects are cut by identity however they are held")
  func heldObjects() {
    final class Model {
      @Atom var delegate: (any Delegate)?
      @Atom var any: Any
      init(_ any: Any) {
        delegate = nil
        self.any = any
      }
    }
    let instance = Instance()
    let model = Model(instance)
    #expect(runs(reading: { _ = model.delegate }, on: { model.delegate = nil }) == 0)
    #expect(runs(reading: { _ = model.delegate }, on: { model.delegate = instance }) == 1)
    #expect(runs(reading: { _ = model.delegate }, on: { model.delegate = instance }) == 0)
    #expect(runs(reading: { _ = model.any }, on: { model.any = instance }) == 0)
    #expect(runs(reading: { _ = model.any }, on: { model.any = 1 }) == 1)
  }
}
