import ExampleTerminal

/// A read-only text.
final class Label {
  var text = ""
  var style: Span.Style

  init(_ style: Span.Style = .plain) { self.style = style }
}
