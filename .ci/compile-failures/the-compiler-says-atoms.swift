import Observation
import ReactiveTracking

// Rows of the table "When the compiler says" in Docs/Debugging.md: atoms and derivations in classes and actors.

@Observable final class Both {
  @Atom var count = 0  // expect-error: invalid redeclaration of synthesized property '_count'
}

@Observable final class Mixed {
  var title = ""
  @ObservationIgnored @Atom var count = 0
}

actor Counting {
  @Atom private var count = 0
  // expect-error: actor-isolated default value in a actor-isolated context
  private lazy var inPlace = derive { [unowned self] in "\(count)" }
  private lazy var inMethod = makeLabel()

  private func makeLabel() -> Derivation<String> { derive { [unowned self] in "\(count)" } }
}

struct Missing: Error {}

func failing(_ count: AtomObject<Int>) -> Derivation<Int> {
  // expect-error: invalid conversion from throwing function of type '() throws -> Int' to non-throwing function type
  derive { if count.value == 0 { throw Missing() } else { return count.value } }
}
