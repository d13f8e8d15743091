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
