import ReactiveCore
import Testing

@Suite("Written parts of values that a batch may revert")
struct BatchSnapshotPartsTests {
  private struct Contact: Equatable {
    var id = "ada"
    var name = "Ada"
    static func == (one: Contact, other: Contact) -> Bool { one.id == other.id }
  }
  private let contact = OpenBehavior(Contact())

  private func write(_ name: String) {
    contact.update(in: .current, keepingSnapshot: true) { $0.name = name }
    contact.note(EquatableTest<String>.equal(), partAt: MemoryLayout<Contact>.offset(of: \Contact.name))
  }

  @Test("law 8: a part that the value's == overlooks is compared where it is noted")
  func overlooked() {
    var names: [String] = []
    contact.sink { names.append($0.name) }
    batch {
      write("Grace")
      write("Emmy")
    }
    #expect(names == ["Emmy"] && contact.value.name == "Emmy")
    batch {
      write("Grace")
      write("Emmy")
    }
    #expect(names == ["Emmy"] && contact.value.name == "Emmy")
  }

  @Test("law 8: a stamp that is taken in the batch says what its end will say")
  func stamps() {
    let before = ChangeStamp(of: contact)
    batch {
      write("Grace")
      #expect(ChangeStamp(of: contact) != before)
      write("Ada")
      #expect(ChangeStamp(of: contact) == before)
    }
    #expect(ChangeStamp(of: contact) == before)
  }

  @Test("law 8: each of several batches compares the part, in a call of independently too")
  func nested() {
    contact.sink { _ in }
    batch {
      write("Grace")
      independently {
        batch { write("Emmy") }
        #expect(contact.value.name == "Emmy")
        write("Lise")
      }
    }
    #expect(contact.value.name == "Lise")
  }
}
