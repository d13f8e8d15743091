// Types and members are sorted, so that equal recordings produce equal text.

extension TypeFingerprint: Codable {
  private struct Entry: Codable {
    var type: String
    var kind: Shape.Kind
    var members: [Member]
  }
  private struct Member: Codable {
    var name: String
    var types: [String]
  }
  private enum CodingKeys: String, CodingKey { case message, model, types }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var shapes: [String: Shape] = [:]
    for entry in try container.decode([Entry].self, forKey: .types) {
      var shape = Shape(kind: entry.kind)
      for member in entry.members { shape.members[member.name] = Set(member.types) }
      shapes[entry.type] = shape
    }
    self.init(
      message: try container.decode(String.self, forKey: .message),
      model: try container.decode(String.self, forKey: .model), shapes: shapes)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .message)
    try container.encode(model, forKey: .model)
    let entries = shapes.sorted { $0.key < $1.key }
      .map { type, shape in
        let members = shape.members.sorted { $0.key < $1.key }.map { Member(name: $0, types: $1.sorted()) }
        return Entry(type: type, kind: shape.kind, members: members)
      }
    try container.encode(entries, forKey: .types)
  }
}
