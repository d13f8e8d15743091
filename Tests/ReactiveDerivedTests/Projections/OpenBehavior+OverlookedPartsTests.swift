// Tests: OpenBehavior+Parts

import ReactiveDerived
import ReactiveTestSupport
import Testing

private struct Pair: Equatable { var first = "1", second = "2" }
/// Equal if the ids are: most of its parts are overlooked.
private struct Contact: Equatable {
  var id = "ada"
  var name = "Ada"
  var pair = Pair()
  var note: String? = "new"
  static func == (one: Contact, other: Contact) -> Bool { one.id == other.id }
}

@Suite("Parts that the whole's == overlooks")
struct OpenBehaviorOverlookedPartsTests {
  private let contact = OpenBehavior(Contact())

  @Test("law 8: written in a batch, they are stored and notified, as they are without one", arguments: [false, true])
  func stored(inBatch: Bool) {
    var log: [String] = []
    let name = contact[\.name]
    let token = name.sink { log.append($0) }
    contact.sink { log.append("contact \($0.name)") }
    if inBatch { batch { name.value = "Grace" } } else { name.value = "Grace" }
    #expect(contact.value.name == "Grace" && name.value == "Grace")
    #expect(log.sorted() == ["Grace", "contact Grace"])
    token.cancel()
  }

  @Test("law 8: restored in a batch, they notify nothing, not even of the whole")
  func restored() {
    var log: [String] = []
    contact.sink { log.append("contact \($0.name)") }
    let name = contact[\.name]
    batch {
      name.value = "Grace"
      contact[\.pair.first].value = "3"
      contact[\.pair].value = Pair()
      name.value = "Ada"
    }
    #expect(log == [])
    batch {
      contact[\.pair.first].value = "3"
      contact[\.pair].value = Pair(first: "1", second: "4")
      contact[\.pair.first].value = "1"
    }
    #expect(log == ["contact Ada"] && contact.value.pair == Pair(first: "1", second: "4"))
  }

  @Test("writes by the library's own batches are stored")
  func ownBatches() {
    let name = contact[\.name]
    name.update { $0 += "!" }
    #expect(contact.value.name == "Ada!")
    name += "!"
    #expect(contact.value.name == "Ada!!")
    let shouted = OpenBehavior(get: { name.value.uppercased() }, set: { name.value = $0.lowercased() })
    shouted.value = "GRACE"
    #expect(contact.value.name == "grace")
    let count = name.converted {
      $0.count
    } back: {
      String(repeating: "a", count: $0)
    }
    count.value = 3
    #expect(contact.value.name == "aaa")
    let history = History(of: name)
    name.value = "Emmy"
    history.undo()
    #expect(contact.value.name == "aaa")
    history.redo()
    #expect(contact.value.name == "Emmy")
    let draft = LinkedProperty(name)
    draft.value = "Lise"
    draft.commit()
    #expect(contact.value.name == "Lise")
    let optional = OpenBehavior<Contact?>(Contact())
    optional[optional: \.name].update { $0 = "Vera" }
    #expect(optional.value?.name == "Vera")
  }

  @Test("parts that end in the batch, and writes in a call of independently inside of it")
  func ended() {
    batch { contact[\.name].value = "Grace" }
    #expect(contact.value.name == "Grace")
    let name = contact[\.name]
    batch {
      contact[\.id].value = "x"
      independently { batch { name.value = "Emmy" } }
      #expect(contact.value.name == "Emmy")
      contact[\.id].value = "ada"
    }
    #expect(contact.value.name == "Emmy")
    batch {
      contact[\.id].value = "x"
      independently { name.value = "Lise" }
      contact[\.id].value = "ada"
    }
    #expect(contact.value.name == "Lise")
    weak var weakContact: OpenBehavior<Contact>?
    batch {
      let other = OpenBehavior(Contact())
      weakContact = other
      other.sink { _ in }
      other[\.name].value = "Lise"
    }
    #expect(weakContact == nil)
  }

  @Test("paths through an index and `!`, which the earlier and the final whole do not have")
  func unsafePaths() {
    struct Document: Equatable {
      var id = "d"
      var lines: [String] = []
      var author: Contact?
    }
    let document = OpenBehavior(Document())
    var changes = 0
    document.sink { _ in changes += 1 }
    let (third, name) = (document[\.lines[2]], document[\.author!.name])
    batch {
      document[\.lines].value = ["a", "b", "c"]
      third.value = "x"
      document[\.author].value = Contact()
      name.value = "Grace"
      document[\.lines].value = []
      document[\.author].value = nil
    }
    #expect(changes == 0 && document.value == Document())
  }

  private struct Watched: Equatable {
    var id = 1
    var name = "Ada" {
      didSet { count += 1 }
    }
    var count = 0
    var lines = ["a", "b"]
    var first: String {
      get { lines[0] }
      set { lines[0] = newValue }
    }
    static func == (one: Watched, other: Watched) -> Bool { one.id == other.id }
  }

  @Test("law 8: properties with observers, computed ones and elements, if the batch writes the whole once")
  func otherParts() {
    let watched = OpenBehavior(Watched())
    for part in [watched[\.name], watched[\.first], watched[\.lines[1]]] {
      var log: [String] = []
      let token = part.sink { log.append($0) }
      part.update { $0 = "1" }
      part.value = "2"
      batch { part.value = "3" }
      part += "4"
      #expect(log == ["1", "2", "3", "34"] && part.value == "34")
      batch {
        part.value = "5"
        part.value = "34"
      }
      #expect(log.count == 4 && part.value == "34")
      token.cancel()
    }
  }

  @Test("an `==` that drops the whole at the end of the batch")
  func droppedInComparison() {
    struct Dropping: Equatable {
      let compare: () -> Void
      var name = "Ada"
      static func == (one: Dropping, other: Dropping) -> Bool {
        one.compare()
        return true
      }
    }
    let holder = Box<OpenBehavior<Dropping>?>(nil)
    var compared = 0
    holder.value = OpenBehavior(
      Dropping {
        compared += 1
        holder.value = nil
      })
    holder.value?.sink { _ in }
    batch { holder.value?[\.name].value = "Grace" }
    #expect(compared > 0 && holder.value == nil)
  }

  @Test("law 8: random writes of parts and wholes against a model that compares each written part")
  func random() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let contact = OpenBehavior(Contact())
      let (id, name, pair) = (contact[\.id], contact[\.name], contact[\.pair])
      let (first, second, note) = (contact[\.pair.first], pair[\.second], contact[\.note])
      var notified: Set<String> = []
      let isObserved = Bool.random(using: &generator)
      let tokens =
        isObserved
        ? [
          contact.sink { _ in notified.insert("whole") }, id.sink { _ in notified.insert("id") },
          name.sink { _ in notified.insert("name") }, pair.sink { _ in notified.insert("pair") },
          first.sink { _ in notified.insert("first") }, second.sink { _ in notified.insert("second") },
          note.sink { _ in notified.insert("note") },
        ] : []
      var present = Contact()
      for _ in 0..<3 {
        let start = present
        var written: [(Contact) -> AnyHashable?] = []
        var isChanged = false
        func write<Part: Hashable>(
          _ part: OpenBehavior<Part>, _ path: WritableKeyPath<Contact, Part>, _ new: Part
        ) {
          part.value = new
          if present[keyPath: path] == new { return }
          present[keyPath: path] = new
          written.append { $0[keyPath: path] }
          isChanged = true
        }
        notified = []
        batch {
          for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let text = ["1", "2", "3"].randomElement(using: &generator)!
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: write(id, \.id, text)
            case 1: write(name, \.name, text)
            case 2:
              let new = Pair(first: text, second: ["1", "2"].randomElement(using: &generator)!)
              pair.value = new
              if present.pair != new {
                present.pair = new
                written.append { "\($0.pair)" }
                isChanged = true
              }
            case 3: write(first, \.pair.first, text)
            case 4:
              let old = present.pair
              second.value = text
              if old.second != text {
                present.pair.second = text
                written.append { "\($0.pair)" }
                isChanged = true
              }
            case 5: write(note, \.note, Bool.random(using: &generator) ? nil : text)
            case 6: write(contact[\.name], \.name, text)
            default:
              let whole = Contact(id: text, name: "whole", pair: Pair(first: text, second: text), note: text)
              contact.value = whole
              if present != whole {
                present = whole
                isChanged = true
              }
            }
          }
        }
        let isRestored = present == start && written.allSatisfy { $0(present) == $0(start) }
        if isRestored { present = start }
        #expect(describe(contact.value) == describe(present))
        if !isObserved { continue }
        var expected: Set<String> = []
        if isChanged && !isRestored { expected.insert("whole") }
        if present.id != start.id { expected.insert("id") }
        if present.name != start.name { expected.insert("name") }
        if present.pair != start.pair { expected.insert("pair") }
        if present.pair.first != start.pair.first { expected.insert("first") }
        if present.pair.second != start.pair.second { expected.insert("second") }
        if present.note != start.note { expected.insert("note") }
        #expect(notified == expected)
      }
      for token in tokens { token.cancel() }
    }
  }

  private func describe(_ contact: Contact) -> String { "\(contact)" }
}
