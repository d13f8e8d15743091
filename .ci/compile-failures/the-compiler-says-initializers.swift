import ReactiveCore

// A row of the table "When the compiler says" in Docs/Debugging.md, in a file of its own: the compiler reports this error
// only if it finds no other.

final class Editor {
  @Pub var form = ""
  let shown: Behavior<String>

  init() {
    shown = $form  // expect-error: 'self' used in property access '$form' before all stored properties are initialized
  }
}
