/// The types of a recording: of its messages, its first and last model, and everything inside.
///
/// Reflection shows only the cases of an enum that occurred. A member has a set of types, because an existential's type
/// varies.
struct TypeFingerprint: Equatable, Sendable {
  struct Shape: Equatable, Sendable {
    enum Kind: String, Codable { case `struct`, `class`, `enum`, tuple, collection }
    var kind: Kind
    /// The fields or cases with their types; a case without payload has none. A collection's elements are
    /// `elementLabel`.
    var members: [String: Set<String>] = [:]
  }
  static let elementLabel = "[]"

  let message: String
  let model: String
  private(set) var shapes: [String: Shape] = [:]

  init(message: String, model: String, shapes: [String: Shape]) {
    self.message = message
    self.model = model
    self.shapes = shapes
  }

  init<M: Module>(of log: StepLog<M>, endingWith model: M.Model) {
    message = ShortTypeName.of(M.Message.self)
    self.model = ShortTypeName.of(M.Model.self)
    var walk = Walk()
    walk.add(log.snapshots[0])
    walk.add(model)
    for step in RecordedSteps(log: log) { walk.add(step.message) }
    shapes = walk.shapes
  }
}

/// An explicit list replaces recursion, so that a long chain needs no stack.
private struct Walk {
  private(set) var shapes: [String: TypeFingerprint.Shape] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// The visited objects, retained so that their addresses are not reused.
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  mutating func add(_ root: Any) {
    var rest: [Any] = [root]
    while let value = rest.popLast() { visit(value, &rest) }
  }

  private mutating func name(of type: Any.Type) -> String {
    if let known = names[ObjectIdentifier(type)] { return known }
    let name = ShortTypeName.of(type)
    names[ObjectIdentifier(type)] = name
    return name
  }

  private mutating func visit(_ value: Any, _ rest: inout [Any]) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct: addFields(of: mirror, .struct)
    case .tuple: addFields(of: mirror, .tuple)
    case .class:
      let object = value as AnyObject
      if objects.updateValue(object, forKey: ObjectIdentifier(object)) != nil { return }
      for level in sequence(first: mirror, next: \.superclassMirror) {
        addFields(of: level, .class)
        rest += level.children.map(\.value)
      }
      return
    case .enum:
      let child = mirror.children.first
      add(child?.label ?? enumCase(of: value) ?? String(describing: value), child?.value, to: mirror, .enum)
    case .collection, .set, .dictionary:
      if let collection = value as? any Collection, Self.hasPlainElements(collection) { return }
      for child in mirror.children { add(TypeFingerprint.elementLabel, child.value, to: mirror, .collection) }
    default: break
    }
    rest += mirror.children.map(\.value)
  }

  private static func hasPlainElements<Values: Collection>(_ values: Values) -> Bool {
    let type = Values.Element.self
    return type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type == String.self
      || type == Bool.self || type == Character.self
  }

  private mutating func addFields(of mirror: Mirror, _ kind: TypeFingerprint.Shape.Kind) {
    shapes[name(of: mirror.subjectType), default: .init(kind: kind)].kind = kind
    for case (let label?, let value) in mirror.children { add(label, value, to: mirror, kind) }
  }

  /// Adds a member to the type that `mirror` shows.
  private mutating func add(_ label: String, _ value: Any?, to mirror: Mirror, _ kind: TypeFingerprint.Shape.Kind) {
    let member = value.map { name(of: type(of: $0)) }
    shapes[name(of: mirror.subjectType), default: .init(kind: kind)].members[label, default: []]
      .formUnion(member.map { [$0] } ?? [])
  }
}
