import ReactiveTracking
import Testing

/// The same as `@Atom`, for atoms without a declaration.
@Suite("AtomObject")
struct AtomObjectTests {
  @Test("values that can be compared are cut by ==, others not at all")
  func values() {
    let number = atom(1)
    #expect(runs(reading: { _ = number.value }, on: { number.value = 1 }) == 0)
    #expect(runs(reading: { _ = number.value }, on: { number.value = 2 }) == 1)
    let loose = atom(Loose(1))
    #expect(runs(reading: { _ = loose.value }, on: { loose.value = Loose(1) }) == 1)
  }

  @Test("objects are cut by identity, or by == if they have it")
  func objects() {
    let instance = Instance()
    let token = atom(instance)
    #expect(runs(reading: { _ = token.value }, on: { token.value = instance }) == 0)
    #expect(runs(reading: { _ = token.value }, on: { token.value = Instance() }) == 1)
    let account = atom(Account(1))
    #expect(runs(reading: { _ = account.value }, on: { account.value = Account(1) }) == 0)
    #expect(runs(reading: { _ = account.value }, on: { account.value = Account(2) }) == 1)
  }

  @Test("objects that may be missing are cut as the objects are, and nil by nil")
  func optionals() {
    let instance = Instance()
    let token = atom(instance as Instance?)
    #expect(runs(reading: { _ = token.value }, on: { token.value = instance }) == 0)
    #expect(runs(reading: { _ = token.value }, on: { token.value = nil }) == 1)
    #expect(runs(reading: { _ = token.value }, on: { token.value = nil }) == 0)
    let account = atom(Account(1) as Account?)
    #expect(runs(reading: { _ = account.value }, on: { account.value = Account(1) }) == 0)
    #expect(runs(reading: { _ = account.value }, on: { account.value = nil }) == 1)
  }

  @Test("a test of one's own decides")
  func ownTest() {
    let loose = atom(Loose(1), isDuplicate: { old, new in new.number - old.number < 3 })
    #expect(runs(reading: { _ = loose.value }, on: { loose.value = Loose(3) }) == 0)
    #expect(runs(reading: { _ = loose.value }, on: { loose.value = Loose(6) }) == 1)
  }

  @Test("touch tells though nothing was written")
  func touch() {
    let account = atom(Account(1))
    #expect(runs(reading: { _ = account.value }, on: { account.touch() }) == 1)
  }
}
