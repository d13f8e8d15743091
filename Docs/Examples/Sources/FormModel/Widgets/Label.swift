import ExampleTerminal

/// A text that is only shown.
final class Label {
  var text = ""
  var style: Span.Style

  init(_ style: Span.Style = .plain) { self.style = style }
}
