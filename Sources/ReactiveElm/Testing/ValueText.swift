/// The text of a value for a message: as in Swift source, bounded, and the same in each process, unless a description
/// of the value's type is not.
struct ValueText {
  /// A text, and whether it was too long for its room.
  struct Piece {
    let text: String
    let isCut: Bool
  }

  private var text = ""
  private var isCut = false
  private var room: Int
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
      if isFull { isCut = true }
      text += "…"
      return
    }
    // Its own description is that of its base, which may depend on hashing.
    if type(of: value) == AnyHashable.self { return write(Self.unboxed(value)) }
    depth += 1
    defer { depth -= 1 }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return write(payload: mirror.children.first?.value)
    case .collection where value is any Collection: return write(mirror.children) { $0.write($1.value) }
    case .set: return write(unordered: mirror.children.map(\.value))
    case .dictionary:
      if let entries = Self.entries(of: value, mirror) { return write(entries: entries) }
    case .tuple: return write(fields: mirror)
    case .struct:
      if let elements = hashedElements(of: value) { return write(unordered: elements) }
      if let elements = inlineElements(of: value) { return write(elements) { $0.write($1) } }
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
    if shown.endIndex < string.endIndex {
      isCut = true
      text += "… (\(string[shown.endIndex...].count) more characters)"
    }
  }

  private mutating func write(enum value: Any, _ mirror: Mirror) {
    guard let child = mirror.children.first else {
      text += ".\(enumCase(of: value) ?? "\(value)")"
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

  /// A dictionary's entries; nil if the value does not show any.
  private static func entries(of value: Any, _ mirror: Mirror) -> [(key: Any, value: Any)]? {
    if let values = value as? [AnyHashable: Any] { return values.map { ($0.key.base, $0.value) } }
    let pairs = mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }
    return pairs.allSatisfy { $0.count == 2 } ? pairs.map { ($0[0], $0[1]) } : nil
  }

  private mutating func write(entries: [(key: Any, value: Any)]) {
    if entries.isEmpty {
      text += "[:]"
      return
    }
    write(order(of: entries.map(\.key), values: entries.map(\.value))) { text, place in
      text.write(entries[place.index].key, as: place.text)
      text.text += ": "
      text.write(entries[place.index].value)
    }
  }

  private mutating func write(unordered elements: [Any]) {
    write(order(of: elements)) { $0.write(elements[$1.index], as: $1.text) }
  }

  /// Writes a value whose text may be known already.
  private mutating func write(_ value: Any, as known: Piece?) {
    if let known, !known.isCut, known.text.utf8.count < room - text.utf8.count {
      text += known.text
    } else {
      write(value)
    }
  }

  private mutating func write<Items: Collection>(
    _ items: Items, _ opening: String = "[", _ closing: String = "]", _ each: (inout ValueText, Items.Element) -> Void
  ) {
    text += opening
    for (index, item) in items.enumerated() {
      if index > 0 { text += ", " }
      if index > 0 && isFull {
        isCut = true
        text += "… \(items.count - index) more"
        break
      }
      each(&self, item)
    }
    text += closing
  }

  /// In an order that does not depend on hashing; see ``CanonicalOrder``.
  static func sorted(_ values: [Any]) -> [Any] {
    ValueText(room: 20_000, usesDescriptions: true).order(of: values).map { values[$0.index] }
  }

  private func order(of elements: [Any], values: [Any] = []) -> [(index: Int, text: Piece?)] {
    CanonicalOrder(of: elements, values: values, room: room) { value, room in
      var part = self
      (part.text, part.isCut, part.room) = ("", false, room)
      part.write(value)
      return Piece(text: part.text, isCut: part.isCut)
    }
    .indices
  }

  /// The value inside an `AnyHashable`; other values as they are.
  static func unboxed(_ value: Any) -> Any {
    type(of: value) == AnyHashable.self ? (value as? AnyHashable)?.base ?? value : value
  }
}

/// Whether the type is the standard library's or Foundation's, and not looked into.
func isOfStandardLibrary(_ value: Any) -> Bool {
  let name = String(reflecting: type(of: value))
  return name.hasPrefix("Swift.") || name.hasPrefix("Foundation") || name.hasPrefix("__C.")
}
