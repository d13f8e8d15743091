/// What a value is made of, as reflection shows it.
enum ReflectedChildren {
  /// Nothing inside. The text distinguishes the cases of an enum.
  case none(String)
  /// The fields of a struct, an object or a tuple; or the payload of an enum, named by its case; or that of an optional.
  case named([(name: String, value: Any)])
  /// In their order.
  case elements([Any])
  /// The values of a dictionary.
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
        self = .none(String(describing: value))
        return
      }
      self = .named([(child.label ?? "", child.value)])
    case .struct, .class, .tuple:
      self = .named(Self.fields(of: mirror))
    default:
      self = mirror.children.isEmpty ? .none("") : .named(Self.fields(of: mirror))
    }
  }

  /// Inherited ones first.
  private static func fields(of mirror: Mirror) -> [(name: String, value: Any)] {
    var levels = [mirror]
    while let parent = levels.last?.superclassMirror { levels.append(parent) }
    return levels.reversed().flatMap(\.children).enumerated().map { index, child in
      (child.label ?? ".\(index)", child.value)
    }
  }
}
