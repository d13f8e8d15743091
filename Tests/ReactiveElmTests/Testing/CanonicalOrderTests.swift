import Foundation
import ReactiveElm
import Testing

/// A text begins with more characters than are compared at first.
private struct Tag: Hashable {
  var name = String(repeating: "x", count: 120)
  var number: Int
}

/// Sets and dictionaries whose orders differ from capacity to capacity, as they do from process to process.
private enum Hashed {
  static let capacities = [1, 100, 1000, 10_000]

  static func set<Element: Hashable>(_ elements: some Sequence<Element>, _ capacity: Int) -> Set<Element> {
    var all = Set<Element>(minimumCapacity: capacity)
    for element in elements { all.insert(element) }
    return all
  }

  static func dictionary<Key: Hashable, Value>(
    _ entries: some Sequence<(Key, Value)>, _ capacity: Int
  ) -> [Key: Value] {
    var all = [Key: Value](minimumCapacity: capacity)
    for (key, value) in entries { all[key] = value }
    return all
  }
}

private struct Sending<Content>: Module {
  struct Model {}
  typealias Message = Content
  typealias Command = Content
  static func start(with flags: Void) -> (model: Model, commands: [Content]) { (Model(), []) }
  static func update(for message: Content, model: inout Model) -> [Content] { [message] }
  static func view(for model: Model) -> Int { 0 }

  /// The recorded text of a command.
  static func text(of command: Content) -> String {
    let program = makeProgram { _ in nil }
    let recorder = program.record()
    program.dispatch(command)
    return recorder.steps[1].commandDescriptions[0]
  }
}

@Suite("Testing: an order that does not depend on hashing")
struct CanonicalOrderTests {
  private func texts<Content>(_ content: (Int) -> Content) -> Set<String> {
    Set(Hashed.capacities.map { Sending.text(of: content($0)) })
  }

  @Test("elements that begin alike are ordered by the rest")
  func longTexts() {
    let tags = (0..<7).map { Tag(number: $0) }
    #expect(texts { Hashed.set(tags, $0) }.count == 1)
    #expect(texts { Hashed.dictionary(tags.map { ($0, $0.number) }, $0) }.count == 1)
    #expect(texts { [Hashed.set([Hashed.set(tags, $0), Hashed.set(tags.dropLast(), $0)], $0)] }.count == 1)
  }

  @Test("elements of different types, and those that have no order of their own, too")
  func mixed() {
    let mixed: [AnyHashable] = [1, "a", 2.5, "b", Tag(number: 1), Tag(number: 2), Set([1, 2]), [3]]
    #expect(texts { Hashed.set(mixed, $0) }.count == 1)
    let numbers = [2.5, .nan, 1, -0.5, .infinity, 7, 8, 9]
    #expect(texts { Hashed.set(numbers, $0) } == ["[-0.5, 1.0, 2.5, 7.0, 8.0, 9.0, inf, nan]"])
  }

  @Test("elements that their own order does not tell apart are ordered by their texts")
  func ties() {
    struct Card: Hashable, Comparable {
      var rank: Int
      var suit: Int
      static func < (one: Card, other: Card) -> Bool { one.rank < other.rank }
    }
    let cards = (0..<12).map { Card(rank: $0 % 2, suit: $0) }
    #expect(texts { Hashed.set(cards, $0) }.count == 1)
    let first = "[Card(rank: 0, suit: 0), Card(rank: 0, suit: 10), Card(rank: 0, suit: 2)"
    #expect(texts { Hashed.set(cards, $0) }.first?.hasPrefix(first) == true)
  }

  @Test("entries whose keys look the same are ordered by their values")
  func values() {
    struct Key: Hashable, CustomStringConvertible {
      var number: Int
      var description: String { "key" }
    }
    let entries = (0..<5).map { (Key(number: $0), $0) }
    #expect(texts { Hashed.dictionary(entries, $0) } == ["[key: 0, key: 1, key: 2, key: 3, key: 4]"])
  }

  @Test("an id with a set or a dictionary has the same text in each order")
  func ids() {
    #expect(texts { AnyHashable(Hashed.set(0..<5, $0)) } == ["[0, 1, 2, 3, 4]"])
    #expect(
      texts { CancellableCommand<Int>.cancel(Hashed.dictionary([("b", 1), ("a", 2), ("c", 3)], $0)) }
        == [#".cancel(["a": 2, "b": 1, "c": 3])"#])
    #expect(texts { [AnyHashable("id"): Hashed.set(["b", "a", "c"], $0)] } == [#"["id": ["a", "b", "c"]]"#])
  }

  @Test("parts of sets and dictionaries, and key-value collections of other types, too")
  func parts() {
    struct Tree: CustomReflectable {
      var entries: [Int: Int]
      var customMirror: Mirror { Mirror(self, children: entries.map { (nil, ($0, $1)) }, displayStyle: .dictionary) }
    }
    let entries = (0..<5).map { ($0, 9 - $0) }
    #expect(texts { Hashed.dictionary(entries, $0).keys } == ["[0, 1, 2, 3, 4]"])
    #expect(texts { Hashed.dictionary(entries, $0).values } == ["[5, 6, 7, 8, 9]"])
    #expect(texts { Hashed.set(0..<5, $0).prefix(5) } == ["[0, 1, 2, 3, 4]"])
    #expect(texts { Tree(entries: Hashed.dictionary(entries, $0)) } == ["[0: 9, 1: 8, 2: 7, 3: 6, 4: 5]"])
  }

  @Test("each element is written at most three times, however many there are")
  func cost() {
    final class Count { var value = 0 }
    struct Counted: Hashable, CustomStringConvertible {
      let number: Int
      let count: Count
      var description: String {
        count.value += 1
        return String(repeating: "x", count: 150) + "\(number)"
      }
      static func == (one: Counted, other: Counted) -> Bool { one.number == other.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let count = Count()
    let values = Set((0..<3000).map { Counted(number: $0, count: count) })
    #expect(Sending.text(of: values).hasPrefix("[xxx"))
    #expect(count.value > 0 && count.value <= 3 * values.count)
  }

  @Test("a recording replays where sets are in another order")
  func replays() throws {
    let program = Collecting.makeProgram { _ in nil }
    let recorder = program.record()
    Collecting.$capacity.withValue(1) { for number in 0..<6 { program.dispatch(number) } }
    let data = try JSONEncoder().encode(recorder.recording)
    for capacity in Hashed.capacities {
      let read = try Recording<Collecting>.imported(fromJSON: data, by: JSONDecoder().decode)
      try Collecting.$capacity.withValue(capacity) { try TestProgram.replay(read) }
    }
  }
}

private enum Collecting: Module {
  struct Model: Codable, Initable { var count = 0 }
  enum Command {
    case store(Set<Tag>)
    case cancel(AnyHashable)
  }
  @TaskLocal static var capacity = 1

  static func update(for message: Int, model: inout Model) -> [Command] {
    model.count += 1
    let tags = Hashed.set((0...message).map { Tag(number: $0) }, capacity)
    return [.store(tags), .cancel(tags)]
  }
  static func view(for model: Model) -> Int { model.count }
}
