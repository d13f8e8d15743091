import ReactiveDerived
import ReactiveTestSupport
import Testing

private struct Home: Equatable { var city = "London", street = "A" }
private struct User: Equatable { var name = "Ada", home = Home(), numbers = [1, 2, 3] }
private final class Account { var name = "Ada" }

@Suite("Parts of a value")
struct OpenBehaviorPartsTests {
  private let user = OpenBehavior(User())

  @Test("a write of a part is one write of the whole, and siblings stay silent")
  func siblings() {
    var log: [String] = []
    user.sink { log.append("user \($0.name) \($0.home.city)") }
    let city = user[\.home.city]
    city.value = "Paris"
    #expect(log == ["user Ada Paris"])
    log = []
    let tokens = [
      user[\.name].sink { log.append("name \($0)") }, user[\.home].sink { log.append("home \($0.city)") },
      user[\.home][\.city].sink { log.append("city \($0)") }, user[\.home.street].sink { log.append("street \($0)") },
    ]
    city.value = "Rome"
    #expect(log.sorted() == ["city Rome", "home Rome", "user Ada Rome"])
    log = []
    user[\.home].value = Home(city: "Rome", street: "B")
    #expect(log.sorted() == ["home Rome", "street B", "user Ada Rome"])
    for token in tokens { token.cancel() }
  }

  @Test("a sibling's part is compared, and nothing that depends on it runs")
  func siblingRuns() {
    let (name, city) = (user[\.name], user[\.home.city])
    var runs = 0
    let shouted = name.map { name in
      runs += 1
      return name.uppercased()
    }
    shouted.sink { _ in }
    runs = 0
    city.value = "Paris"
    user.update { $0.numbers.append(4) }
    #expect(runs == 0)
    name.value = "Grace"
    #expect(runs == 1)
  }

  @Test("two parts that are written in a batch are one delivery of the whole")
  func oneDelivery() {
    let (name, city) = (user[\.name], user[\.home.city])
    var log: [String] = []
    user.sink { log.append("\($0.name) \($0.home.city)") }
    name.sink { log.append($0) }
    city.sink { log.append($0) }
    batch {
      name.value = "Grace"
      city.value = "Paris"
      #expect(user.value.name == "Grace" && user.value.home.city == "Paris")
    }
    #expect(log.sorted() == ["Grace", "Grace Paris", "Paris"])
  }

  @Test("a batch in which the parts end where they began notifies nothing, not even of the whole")
  func takenBack() {
    let (name, city) = (user[\.name], user[\.home][\.city])
    var notified = 0
    user.sink { _ in notified += 1 }
    name.sink { _ in notified += 1 }
    city.sink { _ in notified += 1 }
    batch {
      name.value = "Grace"
      city.value = "Paris"
      user[\.numbers].update { $0.append(4) }
      name.value = "Ada"
      city.update { $0 = "London" }
      user[\.numbers].update { $0.removeLast() }
    }
    #expect(notified == 0 && user.value == User())
    name.value = "Grace"
    #expect(notified == 2)
  }

  @Test("what is put is got, and putting what was got changes nothing, of a part of a part too")
  func putGet() {
    let street = user[\.home][\.street]
    street.value = "B"
    #expect(user.value == User(home: Home(street: "B")))
    user[\.home].value = user[\.home].value
    street.value = street.value
    #expect(user.value == User(home: Home(street: "B")))
    user[\.home].value = Home(city: "Rome", street: "C")
    #expect(street.value == "C")
    user[\.self].value = User(name: "Grace")
    #expect(street.value == "A" && user.value.name == "Grace")
  }

  @Test("an update changes a copy: the part and the whole have the value from before in it")
  func updateOfCopy() {
    let numbers = user[\.numbers]
    let before = user.value.numbers
    numbers.update {
      $0.append(7)
      #expect(numbers.value == before && user.value.numbers == before)
    }
    #expect(numbers.value == before + [7] && user.value.numbers == before + [7])
  }

  @Test("an update that leaves a part of a trivial type as it was is no change of the whole")
  func trivialUpdate() {
    struct Place: Equatable { var x = 0, label = "a" }
    let place = OpenBehavior(Place())
    let x = place[\.x]
    var notified = 0
    place.sink { _ in notified += 1 }
    x.update { $0 += 0 }
    x.update { _ in }
    #expect(notified == 0)
    x.update { $0 += 1 }
    #expect(notified == 1)
  }

  @Test("the whole may be replaced in an observer of its part, and the part written in an observer of the whole")
  func replacedInObserver() {
    let name = user[\.name]
    var log: [String] = []
    name.sink {
      log.append("name \($0)")
      if $0 == "Grace" { user.value = User(name: "Edsger") }
    }
    user.sink {
      log.append("user \($0.name)")
      if $0.name == "Edsger" { name.value = "Barbara" }
    }
    name.value = "Grace"
    #expect(log.last == "name Barbara" || log.last == "user Barbara")
    #expect(log.filter { $0.hasPrefix("user") } == ["user Grace", "user Edsger", "user Barbara"])
    #expect(log.filter { $0.hasPrefix("name") }.last == "name Barbara")
    #expect(user.value.name == "Barbara")
  }

  @Test("a part is any behavior: it is mapped, combined, projected again, wrapped, and written by an operator")
  func anyBehavior() {
    @Pub(projectedValue: user[\.name]) var name: String
    let greeting = $name.map { "Hello, \($0)" }
    name += "!"
    #expect(greeting.value == "Hello, Ada!" && user.value.name == "Ada!")
    user[\.home.city] <<= "Rome"
    #expect(user.value.home.city == "Rome")
    user[\.numbers][\.[1]].value = 9
    #expect(user.value.numbers == [1, 9, 3])
  }

  @Test("parts that cannot be compared change with each write of the whole")
  func loose() {
    struct Box { var action: () -> Int = { 0 }, object = Account() }
    let box = OpenBehavior(Box())
    let (action, object) = (box[\.action], box[\.object])
    var log: [String] = []
    action.sink { log.append("action \($0())") }
    object.sink { _ in log.append("object") }
    action.value = { 1 }
    #expect(log == ["action 1"])
    object.value = box.value.object
    #expect(log == ["action 1"])
    object.value = Account()
    #expect(log == ["action 1", "action 1", "object"] || log == ["action 1", "object", "action 1"])
  }

  @Test("a whole whose test calls the write a duplicate keeps what it had")
  func duplicateWhole() {
    let coarse = OpenBehavior(User(), isDuplicate: { $0.name == $1.name })
    let (name, city) = (coarse[\.name], coarse[\.home.city])
    var notified: [String] = []
    city.sink { notified.append($0) }
    city.value = "Paris"
    #expect(coarse.value.home.city == "London" && city.value == "London")
    batch {
      city.value = "Rome"
      name.value = "Grace"
    }
    #expect(notified == [] && coarse.value == User(name: "Grace"))
    name.value = "Edsger"
    coarse.value = User(name: "Barbara", home: Home(city: "Oslo"))
    #expect(notified == ["Oslo"])
  }

  @Test("a part keeps the whole, and the whole does not keep it; nothing is left")
  func lifetime() {
    let live = LiveCount()
    struct Held { var tracked: Tracked, name = "Ada" }
    weak var weakPart: OpenBehavior<String>?
    var root: OpenBehavior<Held>? = OpenBehavior(Held(tracked: live.make()))
    var part: OpenBehavior<String>? = root?[\.name]
    weakPart = part
    root = nil
    #expect(live.alive == 1)
    part?.value = "Grace"
    root = OpenBehavior(Held(tracked: live.make()))
    part = root?[\.name]
    #expect(weakPart == nil && live.alive == 1)
    weakPart = part
    part?.sink { _ in }
    part?.value = "Edsger"
    part = nil
    #expect(weakPart == nil && root?.dependentCount == 0)
    root = nil
    #expect(live.alive == 0)
  }

  @Test("a token that is kept keeps the part; a screen that comes and goes ten thousand times leaves nothing")
  func screens() {
    var notified = 0
    for round in 0..<10_000 {
      let bag = SubscriptionBag()
      user[\.home][\.city].sink { _ in notified += 1 }.store(in: bag)
      let name = user[\.name]
      name.sink { _ in notified += 1 }.store(in: bag)
      name.value = "\(round)"
      user[\.home.city].value = "\(round)"
    }
    #expect(notified == 20_000 && user.dependentCount == 0)
  }

  @Test("a part that is dropped in its own observer ends")
  func droppedInObserver() {
    var name: OpenBehavior<String>? = user[\.name]
    weak var weakName: OpenBehavior<String>?
    weakName = name
    var notified: [String] = []
    name?.sink {
      notified.append($0)
      name = nil
    }
    name?.value = "Grace"
    user.value.name = "Edsger"
    #expect(notified == ["Grace"] && weakName == nil && user.dependentCount == 0)
  }

  @Test("the end of a value that is replaced may write the part")
  func endOfValue() {
    struct Held { var farewell: Farewell?, name = "Ada" }
    let held = OpenBehavior(Held())
    let name = held[\.name]
    var notified: [String] = []
    name.sink { notified.append($0) }
    held.update { $0.farewell = Farewell { name.value = "written at the end" } }
    held[\.farewell].value = nil
    #expect(name.value == "written at the end" && notified == ["written at the end"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a path through an object stops with a message, where the part is made")
  func throughObject() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Screen { var account = Account() }
      let screen = OpenBehavior(Screen(), name: "screen")
      screen[\.account.name].value = "Grace"
    }
    try expectStop(result, says: ["leads through an object", "screen", "Make the object a struct"])
  }

  @Test("an object's part stops, too")
  func ofObject() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      OpenBehavior(Account(), name: "account")[\.name].value = "Grace"
    }
    try expectStop(result, says: ["leads through an object", "account"])
  }
  #endif
}
