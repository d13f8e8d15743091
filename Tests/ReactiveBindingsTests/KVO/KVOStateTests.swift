// Tests: KVOState, KVOParent

import ReactiveBindings
import Testing

@Suite("A KVO property")
struct KVOStateTests {
  // --- Changes of the parent -----------------------------------------------------------------------------------------

  @Test("shows its parent's value from the start, and notifies no observer of that")
  func start() {
    let probe = KVOProbe(following: OpenBehavior(3))
    #expect(probe.value == .number(3))
    #expect(probe.news() == [])
  }

  @Test("notifies once around each change of its parent, and not of a duplicate")
  func changes() {
    let parent = OpenBehavior(3)
    let probe = KVOProbe(following: parent)
    parent.value = 4
    parent.value = 4
    parent.value = 5
    #expect(probe.news() == ["3 -> 4", "4 -> 5"])
  }

  @Test("notifies once for a batch, and not at all for one that ends where it began")
  func batches() {
    let parent = OpenBehavior(3)
    let probe = KVOProbe(sharing: parent)
    batch {
      parent.value = 4
      parent.value = 5
      #expect(probe.value == .number(3))
    }
    batch {
      parent.value = 6
      parent.value = 5
    }
    #expect(probe.news() == ["3 -> 5"])
  }

  @Test("notifies of every write where the parent counts every one as a change")
  func alwaysChanging() {
    let parent = OpenBehavior(3) { _, _ in false }
    let probe = KVOProbe(sharing: parent)
    parent.value = 3
    probe.write(3)
    batch { probe.write(3) }
    #expect(probe.news() == ["3 -> 3", "3 -> 3", "3 -> 3"])
  }

  @Test("shows the newest value, when the parent was written again before its turn")
  func newest() {
    let parent = OpenBehavior(1)
    parent.sink { [unowned parent] in if $0 == 2 { parent.value = 3 } }
    let probe = KVOProbe(following: parent)
    parent.value = 2
    #expect(probe.news() == ["1 -> 3"])
  }

  // --- Writes --------------------------------------------------------------------------------------------------------

  @Test("passes a write on, notifies once, and has notified when the write returns")
  func write() {
    let parent = OpenBehavior(3)
    let probe = KVOProbe(sharing: parent)
    probe.write(4)
    #expect(parent.value == 4)
    #expect(probe.value == .number(4))
    #expect(probe.news() == ["3 -> 4"])
  }

  @Test("notifies no observer of a written value that is there already")
  func writeEqual() {
    let parent = OpenBehavior(3)
    let probe = KVOProbe(sharing: parent)
    probe.write(3)
    #expect(probe.news() == [])
    let name = OpenBehavior("Ada") { $0.lowercased() == $1.lowercased() }
    let text = KVOProbe(sharing: name)
    text.write("ADA")
    #expect(name.value == "Ada")
    #expect(text.news() == [])
  }

  @Test("logs a value of a wrong type, leaves the parent alone, and notifies that the value is unchanged")
  func writeWrongType() {
    let parent = OpenBehavior(3, name: "age")
    let probe = KVOProbe(sharing: parent)
    var notified = 0
    parent.sink { _ in notified += 1 }
    probe.write("three")
    #expect(parent.value == 3)
    #expect(notified == 0)
    #expect(probe.news() == ["3 -> 3"])
    #expect(probe.messages.count == 1)
    for part in ["Invalid value of type String passed to KVO compatible property", "age", "type Int"] {
      #expect(probe.messages.first?.contains(part) == true)
    }
  }

  @Test("logs nil where the parent has no optional")
  func writeNil() {
    let parent = OpenBehavior(3)
    let probe = KVOProbe(sharing: parent)
    probe.write(nil)
    #expect(parent.value == 3)
    #expect(probe.news() == ["3 -> 3"])
    #expect(probe.messages.first?.hasPrefix("Invalid value nil passed to KVO compatible property") == true)
  }

  @Test("that only follows ignores a write without a word, and notifies that the value is unchanged")
  func writeReadOnly() {
    let parent = OpenBehavior(3)
    let probe = KVOProbe(following: parent)
    probe.write(4)
    probe.write("four")
    probe.write(3)
    #expect(parent.value == 3)
    #expect(probe.news() == ["3 -> 3", "3 -> 3"])
    #expect(probe.messages == [])
  }

  // --- A parent that corrects writes ---------------------------------------------------------------------------------

  @Test("notifies once of a value that an older observer of the parent corrects")
  func correctedBefore() {
    let parent = OpenBehavior(5)
    parent.sink { [unowned parent] in if $0 > 10 { parent.value = 10 } }
    let probe = KVOProbe(sharing: parent)
    probe.write(50)
    #expect(probe.news() == ["5 -> 10"])
    // The value has not changed, but the writer shows another one.
    probe.write(50)
    #expect(probe.news() == ["10 -> 10"])
    parent.value = 50
    #expect(probe.news() == [])
    #expect(probe.messages == [])
  }

  @Test("notifies of both values when a younger observer of the parent corrects it")
  func correctedAfter() {
    let parent = OpenBehavior(10)
    let probe = KVOProbe(sharing: parent)
    parent.sink { [unowned parent] in if $0 > 10 { parent.value = 10 } }
    probe.write(50)
    #expect(probe.news() == ["10 -> 50", "50 -> 10"])
    #expect(probe.value == .number(10))
  }
}
