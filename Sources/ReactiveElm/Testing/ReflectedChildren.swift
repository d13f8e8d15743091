enum ReflectedChildren {
  /// No children. The text distinguishes the cases of an enum.
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
    case .struct, .class, .tuple:
      self = .named(Self.fields(of: mirror))
    default:
      self = mirror.children.isEmpty ? .none(enumCase(of: value) ?? "") : .named(Self.fields(of: mirror))
    }
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
