/// What the types of a recording looked like: those of its messages and of its first and last model, and all inside.
///
/// Found by reflection, so it knows of an enum the cases that occurred. A case or a field has a set of types, since that
/// of an existential varies.
struct TypeFingerprint: Equatable, Sendable {
  /// What a type is made of.
  struct Shape: Equatable, Sendable {
    enum Kind: String, Codable { case `struct`, `class`, `enum`, tuple, collection }
    var kind: Kind
    /// The fields or cases, and their types; a case that carries nothing has none. In a collection, the elements are
    /// `elementLabel`.
    var members: [String: Set<String>] = [:]
  }
  static let elementLabel = "[]"

  /// The type of the messages, and that of the model.
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

/// A walk through values and all that they hold, with a list of what is left, so that a long chain needs no stack.
private struct Walk {
  private(set) var shapes: [String: TypeFingerprint.Shape] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// The objects that were visited, kept so that no other comes to their addresses.
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
    case .struct: addMembers(of: mirror, .struct, &rest)
    case .tuple: addMembers(of: mirror, .tuple, &rest)
    case .class:
      let object = value as AnyObject
      if objects.updateValue(object, forKey: ObjectIdentifier(object)) != nil { return }
      var next: Mirror? = mirror
      while let present = next {
        addMembers(of: present, .class, &rest)
        next = present.superclassMirror
      }
    case .enum:
      addCase(of: value, mirror, &rest)
    case .collection, .set, .dictionary:
      if let collection = value as? any Collection, Self.hasPlainElements(collection) { return }
      let type = name(of: mirror.subjectType)
      for child in mirror.children {
        let element = name(of: Swift.type(of: child.value))
        shapes[type, default: .init(kind: .collection)].members[TypeFingerprint.elementLabel, default: []].insert(
          element)
        rest.append(child.value)
      }
    default:
      for child in mirror.children { rest.append(child.value) }
    }
  }

  private static func hasPlainElements<Values: Collection>(_ values: Values) -> Bool {
    let type = Values.Element.self
    return type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type == String.self
      || type == Bool.self || type == Character.self
  }

  private mutating func addMembers(
    of mirror: Mirror, _ kind: TypeFingerprint.Shape.Kind, _ rest: inout [Any]
  ) {
    let type = name(of: mirror.subjectType)
    if shapes[type] == nil { shapes[type] = .init(kind: kind) }
    for child in mirror.children {
      let member = name(of: Swift.type(of: child.value))
      if let label = child.label { shapes[type]?.members[label, default: []].insert(member) }
      rest.append(child.value)
    }
  }

  private mutating func addCase(of value: Any, _ mirror: Mirror, _ rest: inout [Any]) {
    let type = name(of: mirror.subjectType)
    if shapes[type] == nil { shapes[type] = .init(kind: .enum) }
    if let child = mirror.children.first, let label = child.label {
      let payload = name(of: Swift.type(of: child.value))
      shapes[type]?.members[label, default: []].insert(payload)
      rest.append(child.value)
    } else {
      let label = String(describing: value)
      if shapes[type]?.members[label] == nil { shapes[type]?.members[label] = [] }
    }
  }
}
