import ReactiveDerived

// A `String` can leave the isolation, so it holds no behavior. The errors for Ultramarine's syntax name the
// replacement.
func outside(_ name: OpenBehavior<String>, _ length: Behavior<Int>, _ hello: FormattedBehavior, _ plain: String) {
  _ = %name  // expect-error: let text: FormattedBehavior = "Hello, \(name)."
  _ = name.replaceToken  // expect-error: let text: FormattedBehavior = "Hello, \(name)."
  _ = "Hello, \(%length)."  // expect-error: let text: FormattedBehavior = "Hello, \(name)."
  _ = "Hello, \(length.replaceToken)."  // expect-error: let text: FormattedBehavior = "Hello, \(name)."
  _ = "Hello, \(name).".format  // expect-error: has no member 'format'
  let text: FormattedBehavior = "Hello, \(%name)."  // expect-error: let text: FormattedBehavior = "Hello, \(name)."
  text <> "Goodbye, \(%name)."  // expect-error: let text: FormattedBehavior = "Hello, \(name)."
  text.replace(format: "\(name.replaceToken).")  // expect-error: let text: FormattedBehavior = "Hello, \(name)."
  text <> plain  // expect-error: cannot convert
  text.replace(format: plain)  // expect-error: cannot convert
  _ = FormattedBehavior(format: plain)  // expect-error: cannot convert
  text <> "\(plain), \(name)."
  text <> hello
  text.replace(format: hello)
}

// User declarations of these names still work, also in extensions of texts.
func format(_ text: String) -> String { text }

extension StringProtocol {
  func formatted() -> String { format(String(self)) }
}
