import ReactiveDerived
import Testing

/// The examples of Ultramarine's README under "String formatting".
@Suite("Ultramarine's examples of string formatting")
struct UltramarineFormatExamples {
  @Test("String formatting")
  func formatting() {
    var printed: [String] = []
    func print(_ item: some Any) { printed.append(String(describing: item)) }

    let name = "World".continuous
    let hello = "Hello, \(%name).".format

    print(hello)  // Hello, World.

    name <<= "Alice"
    print(hello)  // Hello, Alice.

    name <<= "Bob"
    print(hello)  // Hello, Bob.

    // Redefine format
    hello <> "Goodbye, \(%name)."  // or use .replace(format:)
    print(hello)  // Goodbye, Bob.

    #expect(printed == ["Hello, World.", "Hello, Alice.", "Hello, Bob.", "Goodbye, Bob."])
  }

  @Test("`%` prefix operator is replaceable `.replaceToken`")
  func replaceToken() {
    let name = "World".continuous
    let hello = "Hello, \(name.replaceToken)".format
    #expect(hello.value == "Hello, World")
    name <<= "Alice"
    #expect(hello.value == "Hello, Alice")
  }

  @Test("`.format` is required")
  func withoutFormat() {
    let name = "World".continuous
    let hello = "Hello, \(%name)."
    #expect(hello.hasPrefix("Hello, <:-"))
    #expect(hello.hasSuffix("-:>."))
  }

  @Test("or use .replace(format:)")
  func replace() {
    let name = "Bob".continuous
    let hello = "Hello, \(%name).".format
    hello.replace(format: "Goodbye, \(%name).")
    #expect(hello.value == "Goodbye, Bob.")
    name <<= "Carol"
    #expect(hello.value == "Goodbye, Carol.")
  }
}
