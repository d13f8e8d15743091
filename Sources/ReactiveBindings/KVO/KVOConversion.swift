/// What a KVO property makes of its parent's values for the Objective-C side, and of that side's values for its parent.
///
/// Which values the Objective-C side can hold is asked of `bridge`, so that this can be tried without Objective-C.
/// Optionals are taken apart here: nil is nil on both sides, and never asked about.
struct KVOConversion<Value, Object> {
  let bridge: (Any) -> Object?

  /// What stands for a value on the Objective-C side.
  enum Outcome {
    /// An object, or nil for nil.
    case object(Object?)
    /// Nothing can; the value's own type.
    case impossible(Any.Type)
  }

  func outcome(for value: Value) -> Outcome {
    guard let content = content(of: value) else { return .object(nil) }
    return bridge(content).map { .object($0) } ?? .impossible(type(of: content))
  }

  /// The parent's value for one that was written from the Objective-C side; nil if there is none.
  ///
  /// There is none either if the parent could hold it, but the Objective-C side could not show it afterwards.
  func value(from written: Any?) -> Value? {
    guard let content = written.flatMap({ content(of: $0) }) else {
      guard let optional = Value.self as? any OptionalValue.Type else { return nil }
      return optional.absent as? Value
    }
    return bridge(content) == nil ? nil : content as? Value
  }

  /// How messages call the type of what was written.
  static func describe(_ written: Any?) -> String {
    written.flatMap { content(of: $0) }.map { "of type \(type(of: $0))" } ?? "nil"
  }
}

/// The value inside of optionals, however many there are; nil if one of them is nil.
private func content<Value>(of value: Value) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.content
}

/// What an optional is, for code that does not know of what.
private protocol OptionalValue {
  static var absent: Self { get }
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate static var absent: Self { nil }
  fileprivate var content: Any? { flatMap { ReactiveBindings.content(of: $0) } }
}
