extension TypeFingerprint {
  /// The changes from this fingerprint to `new`.
  ///
  /// A type in only one fingerprint was not reached in the other, which means nothing by itself; its uses are compared.
  func changes(to new: TypeFingerprint) -> [RecordingFit.Change] {
    var changes: [RecordingFit.Change] = []
    if message != new.message {
      changes.append(.init(type: message, difference: "the type of messages is now \(new.message)", place: nil))
    }
    if model != new.model {
      changes.append(.init(type: model, difference: "the type of the model is now \(new.model)", place: nil))
    }
    for (type, old) in shapes.sorted(by: { $0.key < $1.key }) {
      let name = type == message ? new.message : type == model ? new.model : type
      guard let now = new.shapes[name], old.kind != .collection else { continue }
      for difference in old.differences(to: now) {
        changes.append(.init(type: type, difference: difference, place: nil))
      }
    }
    return changes
  }
}

extension TypeFingerprint.Shape {
  fileprivate func differences(to new: TypeFingerprint.Shape) -> [String] {
    if kind != new.kind { return ["it was a \(kind.rawValue) and is a \(new.kind.rawValue)"] }
    let word = kind == .enum ? "case" : "field"
    var gone = members.keys.filter { new.members[$0] == nil }.sorted()
    var added = new.members.keys.filter { members[$0] == nil }.sorted()
    var differences: [String] = []
    // A single new member with the type of the single missing one is probably a renaming.
    if gone.count == 1, added.count == 1, members[gone[0]] == new.members[added[0]] {
      differences.append("\(word) \(gone[0]) is now \(added[0])")
      gone = []
      added = []
    }
    differences += gone.map { "\(word) \($0)\(Self.type(members[$0])) is gone" }
    differences += added.map { "\(word) \($0)\(Self.type(new.members[$0])) is new" }
    for (label, types) in members.sorted(by: { $0.key < $1.key }) {
      guard let now = new.members[label], now != types else { continue }
      differences.append("\(word) \(label) was\(Self.type(types)) and is\(Self.type(now))")
    }
    return differences
  }

  private static func type(_ types: Set<String>?) -> String {
    guard let types, !types.isEmpty else { return "" }
    return " " + types.sorted().joined(separator: " or ")
  }
}

extension TypeFingerprint {
  /// The type at a path of coding keys, and its owner, as far as known.
  func find(_ path: some Collection<any CodingKey>, from root: String) -> (type: String, owner: String, label: String)?
  {
    var found = (type: root, owner: root, label: "")
    for key in path {
      guard let next = member(key, of: found.type) else { return nil }
      // A single payload is reached by its case and by "_0".
      if next.label.isEmpty { found.type = next.type } else { found = (next.type, next.owner, next.label) }
    }
    return found
  }

  private func member(_ key: any CodingKey, of type: String) -> (type: String, owner: String, label: String)? {
    let owner = Self.unwrapped(type)
    if let shape = shapes[owner] {
      if shape.kind == .collection, let element = shape.members[Self.elementLabel]?.first {
        return (element, owner, key.stringValue)
      }
      for label in [key.stringValue, "." + key.stringValue.dropFirst()] {
        if let types = shape.members[label] { return types.min().map { ($0, owner, label) } ?? (owner, owner, label) }
      }
    }
    return key.stringValue == "_0" ? (type, owner, "") : nil
  }

  static func unwrapped(_ type: String) -> String {
    var rest = type.utf8[...]
    while rest.starts(with: "Optional<".utf8) { rest = rest.dropFirst(9).dropLast() }
    return String(Substring(rest))
  }
}
