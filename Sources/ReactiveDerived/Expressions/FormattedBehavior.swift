infix operator <> : AssignmentPrecedence

/// A text with behaviors in it, which follows them.
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
/// Written as a literal of this type, with behaviors of any kind in it. (In a literal that is a `String`, `\(name)` is
/// nothing but the value that `name` has at that moment.) It can be redefined, with `<>` or `replace(format:)`, which is
/// a change like any other: observers are notified if the text differs, and once for a ``/ReactiveCore/batch(_:)``.
///
/// A ``/ReactiveCore/Behavior`` of a `String`: the text is made when it is needed and something in it has changed, from
/// the behaviors in their order; an equal text is no change. What a value's description reads is followed as well. It
/// keeps its behaviors alive and nothing else; a redefinition releases those of the old definition at once. One that
/// contains itself is a dependency cycle, which stops with a message when it is read. Cost: about 430 bytes with one
/// behavior, 100 for each further one; nothing is parsed when a value changes. From Ultramarine.
public final class FormattedBehavior: ComputedBehavior<String> {
  /// Every redefinition counts as a change of it: whether the text differs is decided by this behavior's own test.
  ///
  /// The function owns it, so that a long chain of these is released like all functions, without recursion.
  private unowned let parts: OpenBehavior<[FormatPart]>

  private init(_ parts: [FormatPart], _ name: String?, _ file: StaticString, _ line: UInt) {
    let parts = OpenBehavior(parts)
    self.parts = parts
    super.init(Equality(.equal()), name: name, file: file, line: line) { parts.read().text }
  }

  /// A text that follows the behaviors in `template`.
  ///
  /// Messages call it by `name`, or else by the `file` and `line` of its creation.
  public convenience init(
    format template: FormatTemplate, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(template.parts, name, file, line) }

  /// Follows the behaviors in `template` from now on, and no others.
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

  /// Follows the behaviors that `other` follows now, and no others; what becomes of `other` later makes no difference.
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

  /// Redefines `text`: it follows the behaviors in `template` from now on. From Ultramarine.
  public static func <> (text: FormattedBehavior, template: FormatTemplate) { text.replace(format: template) }

  /// Redefines `text`: it follows the behaviors that `other` follows now. From Ultramarine.
  @_disfavoredOverload
  public static func <> (text: FormattedBehavior, other: FormattedBehavior) { text.replace(format: other) }
}

extension FormattedBehavior: ExpressibleByStringInterpolation {
  /// Collects the parts of the literal.
  public typealias StringInterpolation = FormatTemplate.StringInterpolation

  /// A text that follows nothing, until it is redefined.
  public convenience init(stringLiteral text: String) { self.init(format: FormatTemplate(stringLiteral: text)) }

  /// A text that follows the behaviors in it. Messages call it by the line of the first one.
  public convenience init(stringInterpolation: StringInterpolation) {
    let location = stringInterpolation.location ?? (#fileID, #line)
    self.init(stringInterpolation.parts, nil, location.file, location.line)
  }
}

// What Ultramarine's users try. Its `format` of texts is not among it: even unavailable, it would hide a user's own
// functions of that name in extensions of `String`.

prefix operator %

/// Not possible: a `String` can leave the isolation, and the behavior must not. Write a ``FormattedBehavior`` literal.
@available(
  *, unavailable,
  message: "write the text as a literal: let text: FormattedBehavior = \"Hello, \\(name).\", without % and .format"
)
@_disfavoredOverload
public prefix func % (source: some BehaviorProtocol) -> String { stop("unavailable") }

extension BehaviorProtocol {
  /// Not possible: a `String` can leave the isolation, and the behavior must not. Write a ``FormattedBehavior`` literal.
  @available(
    *, unavailable,
    message: "write the text as a literal: let text: FormattedBehavior = \"Hello, \\(name).\", without .format"
  )
  @_disfavoredOverload
  public var replaceToken: String { stop("unavailable") }
}
