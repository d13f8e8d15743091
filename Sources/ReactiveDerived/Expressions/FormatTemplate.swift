/// The text of a ``FormattedBehavior``: a literal with behaviors and plain values in it.
///
/// ```swift
/// let name = OpenBehavior("Ada"), count = OpenBehavior(1)
/// let greeting: FormattedBehavior = "Hello, \(name)."
/// let long: FormatTemplate = "\(name) has \(count, with: { $0 == 1 ? "1 letter" : "\($0) letters" })."
/// greeting.replace(format: long)
/// print(greeting)  // Ada has 1 letter.
/// count.value = 2
/// print(greeting)  // Ada has 2 letters.
/// ```
///
/// You rarely name this type: it is that of a literal in `replace(format:)` and on the right of `<>`. The text of a
/// behavior is that of `String(describing:)`. Other values are described once, here; a `String` is used as it is. A
/// template reads no behaviors, but retains them.
public struct FormatTemplate {
  @usableFromInline var parts: [FormatPart]
  @usableFromInline var location: (file: StaticString, line: UInt)?
}

/// A part of a template.
@usableFromInline
enum FormatPart {
  case text(String)
  /// Reads a behavior, which it retains.
  case behavior(() -> String)
}

extension [FormatPart] {
  var text: String {
    var text = ""
    for part in self {
      switch part {
      case .text(let piece): text += piece
      case .behavior(let read): text += read()
      }
    }
    return text
  }
}

@inlinable
func formatPart<Value>(of behavior: Behavior<Value>) -> FormatPart {
  .behavior { formatText(of: behavior.read()) }
}

/// The result of `String(describing:)`; a text is used as it is.
///
/// The compiler folds the tests for known types, which saves the search for conformances.
@inlinable @inline(__always)
func formatText<Value>(of value: Value) -> String {
  // A cast alone would look into an optional.
  if Value.self == String.self, let text = value as? String { return text }
  if Value.self == Int.self, let number = value as? Int { return number.description }
  if Value.self == Double.self, let number = value as? Double { return number.description }
  return String(describing: value)
}

extension FormatTemplate: ExpressibleByStringInterpolation {
  /// A template without interpolations.
  public init(stringLiteral text: String) { parts = text.isEmpty ? [] : [.text(text)] }

  /// A template with interpolations.
  public init(stringInterpolation: StringInterpolation) {
    parts = stringInterpolation.parts
    location = stringInterpolation.location
  }

  /// Collects the parts of a literal: `\(behavior)`, `\(behavior, with: { … })`, `\(value)`.
  public struct StringInterpolation: StringInterpolationProtocol {
    @usableFromInline var parts: [FormatPart] = []
    /// The location of the first behavior.
    @usableFromInline var location: (file: StaticString, line: UInt)?

    /// An empty literal.
    public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

    /// The text between interpolations.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// A behavior, whose text follows its value.
    @inlinable
    public mutating func appendInterpolation<Source: BehaviorProtocol>(
      _ source: Source, file: StaticString = #fileID, line: UInt = #line
    ) {
      append(formatPart(of: source.behavior), file, line)
    }

    /// A behavior, with a function that makes its text.
    ///
    /// `text` runs each time the whole text is computed: after a change of any behavior in the literal, and of its
    /// other dependencies. It should only read. For a costly function, interpolate `behavior.map { … }` instead.
    @inlinable
    public mutating func appendInterpolation<Source: BehaviorProtocol>(
      _ source: Source, file: StaticString = #fileID, line: UInt = #line,
      with text: @escaping (Source.Value) -> String
    ) {
      let behavior = source.behavior
      append(.behavior { text(behavior.read()) }, file, line)
    }

    /// The fixed description of another value; a text is used as it is.
    @_disfavoredOverload
    public mutating func appendInterpolation<Plain>(_ value: Plain) {
      appendLiteral(String(describing: value))
    }

    @usableFromInline
    mutating func append(_ part: FormatPart, _ file: StaticString, _ line: UInt) {
      parts.append(part)
      if location == nil { location = (file, line) }
    }
  }
}
