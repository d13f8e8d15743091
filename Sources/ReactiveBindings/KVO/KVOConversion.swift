/// Converts between the parent's values and those of the Objective-C side.
///
/// `bridge` decides which values that side can hold, so that tests need no Objective-C. It receives the content of
/// optionals; nil is nil on both sides.
struct KVOConversion<Value, Object> {
  let bridge: (Any) -> Object?

  enum Outcome {
    /// An object, or nil for nil.
    case object(Object?)
    /// No object exists for the value, which has this type.
    case impossible(Any.Type)
  }

  func outcome(for value: Value) -> Outcome {
    guard let content = content(of: value) else { return .object(nil) }
    return bridge(content).map { .object($0) } ?? .impossible(type(of: content))
  }

  /// The parent's value for one written from the Objective-C side.
  ///
  /// Nil also for a value that the parent could hold, but the Objective-C side could not show.
  func value(from written: Any?) -> Value? {
    guard let content = written.flatMap({ content(of: $0) }) else {
      guard let optional = Value.self as? any NestedOptional.Type else { return nil }
      return optional.absent as? Value
    }
    return bridge(content) == nil ? nil : content as? Value
  }

  static func describe(_ written: Any?) -> String {
    written.flatMap { content(of: $0) }.map { "of type \(type(of: $0))" } ?? "nil"
  }
}

/// The value inside of all optionals; nil if one is nil.
private func content<Value>(of value: Value) -> Any? {
  guard let optional = value as? any NestedOptional else { return value }
  return optional.content
}

private protocol NestedOptional {
  static var absent: Self { get }
  var content: Any? { get }
}

extension Optional: NestedOptional {
  fileprivate static var absent: Self { nil }
  fileprivate var content: Any? { flatMap { ReactiveBindings.content(of: $0) } }
}
