/// The text of a value for a message: as in Swift source, and bounded.
struct ValueText {
  private var text = ""
  private let room: Int
  private let usesDescriptions: Bool
  private var depth = 0
  /// Ends cycles.
  private var objects: [ObjectIdentifier] = []

  private init(room: Int, usesDescriptions: Bool) {
    self.room = room
    self.usesDescriptions = usesDescriptions
  }

  /// About `room` characters at most; states how much is omitted.
  static func of(_ value: Any, room: Int, usesDescriptions: Bool = true) -> String {
    var text = ValueText(room: room, usesDescriptions: usesDescriptions)
    text.write(value)
    return text.text
  }

  private var isFull: Bool { text.utf8.count >= room }

  private mutating func write(_ value: Any) {
    if let string = value as? any StringProtocol { return write(cut: String(string)) { $0.debugDescription } }
    if value is Character || value is Unicode.Scalar { return write(cut: String(reflecting: value)) }
    if isFull || depth > 16 {
      text += "…"
      return
    }
    depth += 1
    defer { depth -= 1 }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return write(payload: mirror.children.first?.value)
    case .collection where value is any Collection: return write(mirror.children) { $0.write($1.value) }
    case .set: return write(Self.sorted(mirror.children.map(\.value))) { $0.write($1) }
    case .dictionary:
      if let values = value as? [AnyHashable: Any] { return write(dictionary: values) }
    case .tuple: return write(fields: mirror)
    default: break
    }
    if usesDescriptions || isOfStandardLibrary(value), let described = value as? any CustomStringConvertible {
      return write(cut: described.description)
    }
    let name = ShortTypeName.of(type(of: value))
    switch mirror.displayStyle {
    case .enum: write(enum: value, mirror)
    case .struct: write(fields: mirror, name)
    case .class: write(object: value as AnyObject, name)
    default:
      if value is any Any.Type {
        text += "\(value).self"
      } else if let described = value as? any CustomStringConvertible {
        write(cut: described.description)
      } else {
        // Most likely a function.
        text += "(\(name))"
      }
    }
  }

  /// Distinguishes a nil inside another optional from nil.
  private mutating func write(payload: Any?) {
    guard let payload else {
      text += "nil"
      return
    }
    let inner = Mirror(reflecting: payload)
    if inner.displayStyle == .optional && inner.children.isEmpty { text += ".some(nil)" } else { write(payload) }
  }

  private mutating func write(cut string: String, _ quoted: (Substring) -> String = { String($0) }) {
    let shown = string.prefix(max(16, room - text.utf8.count))
    text += quoted(shown)
    if shown.endIndex < string.endIndex { text += "… (\(string[shown.endIndex...].count) more characters)" }
  }

  private mutating func write(enum value: Any, _ mirror: Mirror) {
    guard let child = mirror.children.first else {
      text += ".\(value)"
      return
    }
    text += ".\(child.label ?? "")"
    let payload = Mirror(reflecting: child.value)
    if payload.displayStyle == .tuple { return write(fields: payload) }
    text += "("
    write(child.value)
    text += ")"
  }

  private mutating func write(object: AnyObject, _ name: String) {
    let identity = ObjectIdentifier(object)
    if objects.contains(identity) {
      text += "\(name)(the same again)"
      return
    }
    objects.append(identity)
    guard case .named(let fields) = ReflectedChildren(of: object) else {
      text += name
      return
    }
    write(fields, "\(name)(", ")") { text, field in
      text.text += "\(field.name): "
      text.write(field.value)
    }
    objects.removeLast()
  }

  private mutating func write(fields mirror: Mirror, _ name: String = "") {
    write(mirror.children, "\(name)(", ")") { text, child in
      if let label = child.label, !label.hasPrefix(".") { text.text += "\(label): " }
      text.write(child.value)
    }
  }

  private mutating func write(dictionary: [AnyHashable: Any]) {
    if dictionary.isEmpty {
      text += "[:]"
      return
    }
    write(Self.sorted(dictionary.keys.map(\.base))) { text, key in
      text.write(key)
      text.text += ": "
      if let key = key as? AnyHashable, let value = dictionary[key] { text.write(value) }
    }
  }

  private mutating func write<Items: Collection>(
    _ items: Items, _ opening: String = "[", _ closing: String = "]", _ each: (inout ValueText, Items.Element) -> Void
  ) {
    text += opening
    for (index, item) in items.enumerated() {
      if index > 0 { text += ", " }
      if index > 0 && isFull {
        text += "… \(items.count - index) more"
        break
      }
      each(&self, item)
    }
    text += closing
  }

  /// In their own order, or by their texts, to be deterministic.
  static func sorted(_ values: [Any]) -> [Any] {
    if let first = values.first as? any Comparable, let sorted = sorted(values, as: first) { return sorted }
    return values.map { ($0, ValueText.of($0, room: 100)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func sorted<Value: Comparable>(_ values: [Any], as _: Value) -> [Any]? {
    let typed = values.compactMap { $0 as? Value }
    return typed.count == values.count ? typed.sorted() : nil
  }
}

/// Whether the type is the standard library's or Foundation's, and not looked into.
func isOfStandardLibrary(_ value: Any) -> Bool {
  let name = String(reflecting: type(of: value))
  return name.hasPrefix("Swift.") || name.hasPrefix("Foundation") || name.hasPrefix("__C.")
}
