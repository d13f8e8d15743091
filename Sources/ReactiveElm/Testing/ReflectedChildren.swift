enum ReflectedChildren {
  /// No children. The text distinguishes the cases of an enum, and values that show nothing else.
  case none(String)
  /// The fields of a struct, object or tuple; the payload of an optional, or of an enum, named by its case.
  case named([(name: String, value: Any)])
  case elements([Any])
  case keyed([AnyHashable: Any])

  init(of value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary:
      if let values = value as? [AnyHashable: Any] {
        self = .keyed(values)
      } else {
        self = .elements(mirror.children.map(\.value))
      }
    case .collection, .set:
      self = .elements(mirror.children.map(\.value))
    case .optional:
      self = mirror.children.first.map { .named([("some", $0.value)]) } ?? .none("nil")
    case .enum:
      guard let child = mirror.children.first else {
        self = .none(enumCase(of: value) ?? String(describing: value))
        return
      }
      self = .named([(child.label ?? "", child.value)])
    case .struct:
      // Sorted, since the order of equal ones may differ.
      let elements = inlineElements(of: value) ?? hashedElements(of: value).map(ValueText.sorted)
      self = elements.map { .elements($0) } ?? .named(Self.fields(of: mirror))
    case .class, .tuple:
      self = .named(Self.fields(of: mirror))
    default:
      self = mirror.children.isEmpty ? .none(Self.text(of: value)) : .named(Self.fields(of: mirror))
    }
  }

  private static func text(of value: Any) -> String {
    enumCase(of: value) ?? (value as? any CustomStringConvertible)?.description ?? ""
  }

  /// Inherited fields come first.
  private static func fields(of mirror: Mirror) -> [(name: String, value: Any)] {
    var levels = [mirror]
    while let parent = levels.last?.superclassMirror { levels.append(parent) }
    return levels.reversed().flatMap(\.children).enumerated().map { index, child in
      (child.label ?? ".\(index)", child.value)
    }
  }
}

/// The elements of an `InlineArray`, which reflection does not show; nil for other values.
func inlineElements(of value: Any) -> [Any]? {
  guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
  return (value as? any InlineElements)?.elements
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private protocol InlineElements {
  var elements: [Any] { get }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: InlineElements {
  fileprivate var elements: [Any] { indices.map { self[$0] } }
}
