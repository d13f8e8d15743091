import ReactiveDerived
import ReactiveTestSupport
import Testing

private struct Home: Equatable { var city = "London" }
private struct User: Equatable { var name = "Ada", nick: String?, home = Home(), work: Home? }

@Suite("Parts of a value that may be nil")
struct OpenBehaviorOptionalPartsTests {
  @Test("nil while the value is, and there again with it")
  func thereAndBack() {
    let user = OpenBehavior<User?>(nil)
    let name = user[optional: \.name]
    var notified: [String?] = []
    name.sink { notified.append($0) }
    user.value = User()
    name.value = "Grace"
    user.value = nil
    user.value = User(name: "Edsger")
    user.value = User(name: "Edsger", nick: "E")
    #expect(notified == ["Ada", "Grace", nil, "Edsger"] && user.value?.name == "Edsger")
    batch {
      user.value = nil
      user.value = User(name: "Edsger")
    }
    #expect(notified.count == 4)
  }

  @Test("an optional part is not optional twice: nil is written to it, and not to the whole")
  func flat() {
    let user = OpenBehavior<User?>(User())
    let nick: OpenBehavior<String?> = user[optional: \.nick]
    var notified: [String?] = []
    nick.sink { notified.append($0) }
    nick.value = "A"
    nick.value = nil
    #expect(user.value == User() && notified == ["A", nil])
    user.value = nil
    #expect(nick.value == nil && notified == ["A", nil])
  }

  @Test("a part of an optional part, and of the part of a part")
  func nested() {
    let user = OpenBehavior<User?>(User())
    let workCity = user[optional: \.work][optional: \.city]
    let homeCity = user[optional: \.home][optional: \.city]
    #expect(workCity.value == nil && homeCity.value == "London")
    homeCity.value = "Rome"
    user[optional: \.work].value = Home(city: "Oslo")
    workCity.value = "Bergen"
    #expect(user.value?.work?.city == "Bergen" && user.value?.home.city == "Rome")
  }

  @Test("nil written to what is nil is no write, also in an update")
  func nilOverNil() {
    let user = OpenBehavior<User?>(nil)
    var notified = 0
    user.sink { _ in notified += 1 }
    user[optional: \.name].value = nil
    user[optional: \.nick].value = nil
    user[optional: \.name].update { _ in }
    user[optional: \.nick].update { $0 = nil }
    #expect(user.value == nil && notified == 0)
  }

  @Test("values that cannot be compared, and an update that leaves an optional part as it was")
  func loose() {
    struct Action { var run: () -> Int = { 0 }, later: (() -> Int)?, count = 0 }
    let action = OpenBehavior<Action?>(Action())
    let (run, later) = (action[optional: \.run], action[optional: \.later])
    run.value = { 1 }
    later.value = { 2 }
    #expect(action.value?.run() == 1 && action.value?.later?() == 2)
    later.value = nil
    var notified = 0
    action.sink { _ in notified += 1 }
    action[optional: \.count].update { $0 = 0 }
    later.value = nil
    #expect(notified == 0)
  }

  @Test("keeps the whole, and the whole does not keep it")
  func lifetime() {
    let live = LiveCount()
    struct Held { var tracked: Tracked, name = "Ada" }
    var root: OpenBehavior<Held?>? = OpenBehavior(Held(tracked: live.make()))
    var part: OpenBehavior<String?>? = root?[optional: \.name]
    weak var weakPart: OpenBehavior<String?>?
    weakPart = part
    root = nil
    part?.value = "Grace"
    #expect(part?.value == "Grace" && live.alive == 1)
    part = nil
    #expect(weakPart == nil && live.alive == 0)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a write to a part of nil stops with a message")
  func partOfNil() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let user = OpenBehavior<User?>(nil, name: "user")
      user[optional: \.name].value = "Grace"
    }
    try expectStop(result, says: ["of user was written while the value is nil", "check for nil first"])
  }

  @Test("so does one to an optional part of nil")
  func optionalPartOfNil() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let user = OpenBehavior<User?>(nil, name: "user")
      user[optional: \.nick].update { $0 = "G" }
    }
    try expectStop(result, says: ["of user was written while the value is nil"])
  }

  @Test("nil written to a part that is not optional stops with a message")
  func missingPart() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let user = OpenBehavior<User?>(User(), name: "user")
      user[optional: \.name].value = nil
    }
    try expectStop(result, says: ["nil was written to", "of user, which is not optional"])
  }

  @Test("a path through an object stops with a message")
  func throughObject() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Account { var name = "" }
      _ = OpenBehavior<Account?>(nil, name: "account")[optional: \.name]
    }
    try expectStop(result, says: ["leads through an object", "account"])
  }
  #endif
}
