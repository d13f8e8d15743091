import ReactiveDerived
import Testing

/// The examples of Ultramarine's README under "String formatting".
///
/// One change: a text is a literal of `FormattedBehavior`, `let hello: FormattedBehavior = "Hello, \(name)."`, in the
/// place of `"Hello, \(%name).".format`, since a `String` with a token in it could leave the isolation.
@Suite("Ultramarine's examples of string formatting")
struct UltramarineFormatExamples {
  @Test("String formatting")
  func formatting() {
    var printed: [String] = []
    func print(_ item: some Any) { printed.append(String(describing: item)) }

    let name = "World".continuous
    let hello: FormattedBehavior = "Hello, \(name)."

    print(hello)  // Hello, World.

    name <<= "Alice"
    print(hello)  // Hello, Alice.

    name <<= "Bob"
    print(hello)  // Hello, Bob.

    // Redefine format
    hello <> "Goodbye, \(name)."  // or use .replace(format:)
    print(hello)  // Goodbye, Bob.

    #expect(printed == ["Hello, World.", "Hello, Alice.", "Hello, Bob.", "Goodbye, Bob."])
  }

  // There: "`%` prefix operator is replaceable `.replaceToken`". Neither can be used here; see
  // .ci/compile-failures/texts-are-literals.swift.
  @Test("the long form, with a name for messages")
  func longForm() {
    let name = "World".continuous
    let hello = FormattedBehavior(format: "Hello, \(name)", name: "hello")
    #expect(hello.value == "Hello, World")
    name <<= "Alice"
    #expect(hello.value == "Hello, Alice")
  }

  // There: "`.format` is required".
  @Test("the type is required")
  func withoutType() {
    let name = "World".continuous
    let hello = "Hello, \(name)."
    name <<= "Alice"
    #expect(hello == "Hello, World.")
  }

  @Test("or use .replace(format:)")
  func replace() {
    let name = "Bob".continuous
    let hello: FormattedBehavior = "Hello, \(name)."
    hello.replace(format: "Goodbye, \(name).")
    #expect(hello.value == "Goodbye, Bob.")
    name <<= "Carol"
    #expect(hello.value == "Goodbye, Carol.")
  }
}
