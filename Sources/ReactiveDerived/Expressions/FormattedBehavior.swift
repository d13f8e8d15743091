infix operator <> : AssignmentPrecedence

/// A text that follows the behaviors in it.
///
/// ```swift
/// let name = "World".continuous
/// let hello: FormattedBehavior = "Hello, \(name)."
/// print(hello)  // Hello, World.
/// name <<= "Alice"
/// print(hello)  // Hello, Alice.
/// hello <> "Goodbye, \(name)."
/// print(hello)  // Goodbye, Alice.
/// ```
///
/// Write it as a literal of this type, with behaviors of any kind. (In a `String` literal, `\(name)` is only the
/// current value.) The text is computed when needed and something in it has changed, in the order of the behaviors. An
/// equal text is no change. The reads of a value's description are tracked too.
///
/// You can redefine it with `<>` or `replace(format:)`. Observers are notified if the text differs, once for a
/// ``/ReactiveCore/batch(_:)``. As a ``/ReactiveCore/Behavior``, it retains only its behaviors; a redefinition releases
/// the old ones at once. A text that contains itself is a dependency cycle: a read stops the program with a message.
///
/// Cost: about 430 bytes with one behavior, 100 for each further one; a change parses nothing. From Ultramarine.
public final class FormattedBehavior: ComputedBehavior<String> {
  /// Each redefinition counts as a change here: the text has a test of its own.
  ///
  /// Owned by the function, so that a long chain of texts is released without recursion.
  private unowned let parts: OpenBehavior<[FormatPart]>

  private init(_ parts: [FormatPart], _ name: String?, _ file: StaticString, _ line: UInt) {
    let parts = OpenBehavior(parts)
    self.parts = parts
    super.init(Equality(.equal()), name: name, file: file, line: line) { parts.read().text }
  }

  /// A text that follows the behaviors in `template`.
  ///
  /// Messages identify it by `name`, or else by `file` and `line`.
  public convenience init(
    format template: FormatTemplate, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(template.parts, name, file, line) }

  /// Follows only the behaviors in `template` from now on.
  ///
  /// ```swift
  /// let name = "Bob".continuous
  /// let hello: FormattedBehavior = "Hello, \(name)."
  /// hello.replace(format: "Goodbye, \(name).")
  /// print(hello)  // Goodbye, Bob.
  /// ```
  public func replace(format template: FormatTemplate) {
    parts.value = template.parts
    invalidate(.forgettingReads)
  }

  /// Follows only the current behaviors of `other` from now on, whatever happens to `other` later.
  ///
  /// ```swift
  /// let name = "Bob".continuous
  /// let hello: FormattedBehavior = "Hello, \(name)."
  /// let goodbye: FormattedBehavior = "Goodbye, \(name)."
  /// hello.replace(format: goodbye)
  /// print(hello)  // Goodbye, Bob.
  /// ```
  @_disfavoredOverload
  public func replace(format other: FormattedBehavior) {
    parts.value = other.parts.peek()
    invalidate(.forgettingReads)
  }

  /// Redefines `text`, as `replace(format:)` does. From Ultramarine.
  public static func <> (text: FormattedBehavior, template: FormatTemplate) { text.replace(format: template) }

  /// Redefines `text`: it follows the current behaviors of `other`. From Ultramarine.
  @_disfavoredOverload
  public static func <> (text: FormattedBehavior, other: FormattedBehavior) { text.replace(format: other) }
}

extension FormattedBehavior: ExpressibleByStringInterpolation {
  /// Collects the parts of the literal.
  public typealias StringInterpolation = FormatTemplate.StringInterpolation

  /// A text that follows nothing until redefined. Messages cannot tell its line: set its `name`.
  public convenience init(stringLiteral text: String) { self.init(format: FormatTemplate(stringLiteral: text)) }

  /// A text that follows the behaviors in it. Messages identify it by the line of the first one.
  public convenience init(stringInterpolation: StringInterpolation) {
    let location = stringInterpolation.location ?? (#fileID, #line)
    self.init(stringInterpolation.parts, nil, location.file, location.line)
  }
}

// Ultramarine's spellings. Its `format` is missing, because even unavailable it would hide functions of that name in a
// user's `String` extensions.

prefix operator %

/// Unavailable: a `String` can leave the isolation, but the behavior must not. Write a ``FormattedBehavior`` literal.
@available(
  *, unavailable,
  message: "write the text as a literal: let text: FormattedBehavior = \"Hello, \\(name).\", without % and .format"
)
@_disfavoredOverload
public prefix func % (source: some BehaviorProtocol) -> String { stop("unavailable") }

extension BehaviorProtocol {
  /// Unavailable: write a ``FormattedBehavior`` literal.
  @available(
    *, unavailable,
    message: "write the text as a literal: let text: FormattedBehavior = \"Hello, \\(name).\", without .format"
  )
  @_disfavoredOverload
  public var replaceToken: String { stop("unavailable") }
}
