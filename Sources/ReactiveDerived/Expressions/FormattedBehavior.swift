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
/// Written as a literal of this type, with behaviors of any kind in it, as above; or, as Ultramarine's users know it,
/// as a text with tokens in it: `"Hello, \(%name).".format`. (A plain `\(name)` in such a text is nothing but the value
/// that `name` has at that moment.) It can be redefined, with `<>` or `replace(format:)`, which is a change like any
/// other: observers are notified if the text differs, and once for a ``/ReactiveCore/batch(_:)``.
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
    super.init(.equal, name: name, file: file, line: line) { parts.read().text }
  }

  /// A text that follows the behaviors in `template`.
  ///
  /// Messages call it by `name`, or else by the `file` and `line` of its creation.
  public convenience init(
    format template: FormatTemplate, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(template.parts, name, file, line) }

  /// A text that follows the behaviors whose tokens are in `text`; `text.format` with a name and a line.
  @_disfavoredOverload
  public convenience init(
    format text: some StringProtocol, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(FormatTemplate(text).parts, name, file, line) }

  /// Follows the behaviors in `template` from now on, and no others.
  public func replace(format template: FormatTemplate) {
    parts.value = template.parts
    unlinkStaleDependencies()
  }

  /// Follows the behaviors whose tokens are in `text` from now on, and no others.
  ///
  /// ```swift
  /// let name = "Bob".continuous
  /// let hello = "Hello, \(%name).".format
  /// hello.replace(format: "Goodbye, \(%name).")
  /// print(hello)  // Goodbye, Bob.
  /// ```
  @_disfavoredOverload
  public func replace(format text: some StringProtocol) { replace(format: FormatTemplate(text)) }

  /// Follows the behaviors that `other` follows now, and no others; what becomes of `other` later makes no difference.
  ///
  /// ```swift
  /// let name = "Bob".continuous
  /// let hello = "Hello, \(%name).".format
  /// hello.replace(format: "Goodbye, \(%name).".format)
  /// print(hello)  // Goodbye, Bob.
  /// ```
  @_disfavoredOverload
  public func replace(format other: FormattedBehavior) {
    parts.value = other.parts.peek()
    unlinkStaleDependencies()
  }

  /// Redefines `text`: it follows the behaviors in `template` from now on. From Ultramarine.
  public static func <> (text: FormattedBehavior, template: FormatTemplate) { text.replace(format: template) }

  /// Redefines `text`: it follows the behaviors whose tokens are in `template` from now on. From Ultramarine.
  @_disfavoredOverload
  public static func <> (text: FormattedBehavior, template: some StringProtocol) { text.replace(format: template) }

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

extension StringProtocol {
  /// This text as a behavior, in which each token is replaced by the value of its behavior, and follows it.
  ///
  /// ```swift
  /// let name = "World".continuous
  /// let hello = "Hello, \(%name).".format
  /// name <<= "Alice"
  /// print(hello)  // Hello, Alice.
  /// ```
  ///
  /// Tokens are made by the prefix operator `%`, or ``ReactiveCore/BehaviorProtocol/replaceToken``. Without one,
  /// `\(name)` is the value that `name` has now, and stays it. Without `.format` the text shows the tokens. What else
  /// looks like a token stays as it is, here and in the values. See ``FormattedBehavior``. From Ultramarine.
  public var format: FormattedBehavior { FormattedBehavior(format: FormatTemplate(self)) }
}
