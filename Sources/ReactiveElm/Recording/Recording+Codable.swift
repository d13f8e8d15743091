private enum Key: String, CodingKey {
  case format, module, fingerprint, firstStep, steps, snapshots, model
}
private enum StepKey: String, CodingKey { case message, commands }

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}

extension Recording: Encodable where M.Message: Codable, M.Model: Codable {
  /// Writes the messages, the kept models, and the fingerprint of their types.
  ///
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(RecordingFormat.current, forKey: .format)
    try container.encode(ShortTypeName.of(M.self), forKey: .module)
    try container.encode(TypeFingerprint(of: log, endingWith: model), forKey: .fingerprint)
    try container.encode(log.start, forKey: .firstStep)
    var list = container.nestedUnkeyedContainer(forKey: .steps)
    for step in steps {
      var entry = list.nestedContainer(keyedBy: StepKey.self)
      try entry.encode(step.message, forKey: .message)
      let commands = step.commandDescriptions
      if !commands.isEmpty { try entry.encode(commands, forKey: .commands) }
    }
    try container.encode(log.snapshots, forKey: .snapshots)
    try container.encode(model, forKey: .model)
  }
}

extension Recording: Decodable where M.Message: Codable, M.Model: Codable {
  /// Reads a recording, and compares its types with the current ones.
  ///
  /// - Throws: A ``RecordingImportError`` for a fault of the recording, otherwise the decoder's error.
  ///   ``imported(fromJSON:by:)`` turns both into a ``RecordingImportError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let format = try container.decode(Int.self, forKey: .format)
    if format > RecordingFormat.current {
      throw RecordingImportError(reason: .laterFormat(format), moduleName: "\(M.self)")
    }
    if format < 1 {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: container, debugDescription: "there is no format \(format)")
    }
    let recorded = try container.decode(TypeFingerprint.self, forKey: .fingerprint)
    let start = try container.decode(Int.self, forKey: .firstStep)
    // Leaves room for later step numbers, without overflow.
    guard (0...Int.max / 2).contains(start) else {
      throw DecodingError.dataCorruptedError(
        forKey: .firstStep, in: container, debugDescription: "a recording cannot begin with step \(start)")
    }
    var mapping = ImportFailure<M>(fingerprint: recorded, depth: decoder.codingPath.count)

    var models: [M.Model] = []
    var list = try container.nestedUnkeyedContainer(forKey: .snapshots)
    while !list.isAtEnd {
      let place = "snapshots[\(list.currentIndex)]"
      models.append(try mapping.catching(at: place) { try list.decode(M.Model.self) })
    }

    var entries: [StepLog<M>.Entry] = []
    list = try container.nestedUnkeyedContainer(forKey: .steps)
    while !list.isAtEnd {
      let place = "steps[\(list.currentIndex)].message"
      let entry = try list.nestedContainer(keyedBy: StepKey.self)
      mapping.keys = { (try? entry.nestedContainer(keyedBy: AnyKey.self, forKey: .message))?.allKeys ?? [] }
      let message = try mapping.catching(at: place) { try entry.decode(M.Message.self, forKey: .message) }
      let commands = try entry.decodeIfPresent([String].self, forKey: .commands) ?? []
      entries.append(StepLog<M>.Entry(message: message, commands: .described(commands)))
    }
    mapping.keys = { [] }
    let last = try mapping.catching(at: Key.model.rawValue) { try container.decode(M.Model.self, forKey: .model) }

    guard models.count == entries.count / StepLog<M>.chunkSize + 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .snapshots, in: container,
        debugDescription: "there are \(models.count) snapshots for \(entries.count) steps from step \(start) on")
    }
    log = StepLog(start: start, models: models, entries: entries)
    model = last
    let changes = recorded.changes(to: TypeFingerprint(of: log, endingWith: last))
    fit = changes.isEmpty ? .fine : .risky(changes)
  }
}

/// Turns decoder errors into changes of types.
private struct ImportFailure<M: Module> {
  let fingerprint: TypeFingerprint
  let depth: Int
  var keys: () -> [AnyKey] = { [] }

  init(fingerprint: TypeFingerprint, depth: Int) {
    self.fingerprint = fingerprint
    self.depth = depth
  }

  /// `place` is for errors without a place.
  func catching<Value>(at place: String, _ decode: () throws -> Value) throws -> Value {
    let change: RecordingFit.Change
    var cause: (any Error)?
    do { return try decode() } catch let error as DecodingError {
      change = self.change(for: error)
      if case .dataCorrupted(let context) = error { cause = context.underlyingError }
    } catch {
      let root = Value.self is M.Model.Type ? fingerprint.model : fingerprint.message
      change = .init(type: root, difference: "reading it threw \(error)", place: place)
      cause = error
    }
    throw RecordingImportError(
      reason: .unfit(.impossible([change])), moduleName: "\(M.self)",
      isOfDecoder: cause.map { isOfStandardLibrary($0) } ?? false)
  }

  private func change(for error: DecodingError) -> RecordingFit.Change {
    let fault = DecodingFault(error)
    let inside = fault.path.dropFirst(depth)
    let isMessage = inside.first?.stringValue == Key.steps.rawValue
    let root = isMessage ? fingerprint.message : fingerprint.model
    // After "steps, index, message", "snapshots, index" or "model".
    let way = inside.dropFirst(isMessage ? 3 : inside.first?.stringValue == Key.snapshots.rawValue ? 2 : 1)
    let place = DecodingFault.text(of: inside)
    let found = fingerprint.find(way, from: root) ?? (root, root, "")
    let type = TypeFingerprint.unwrapped(found.type)
    let shape = fingerprint.shapes[type]

    if case .keyNotFound(let key, _) = error {
      let isRecorded = shape?.members[key.stringValue] != nil
      let difference = isRecorded ? "\(key.stringValue) is missing in the data" : "\(key.stringValue) is new"
      return .init(type: type, difference: difference, place: place)
    }
    if let expected = fault.type.map({ ShortTypeName.of($0) }), expected != type,
      !expected.hasPrefix("Dictionary<String, Any>")
    {
      let label = found.label.isEmpty ? "it" : found.label
      return .init(
        type: found.label.isEmpty ? type : found.owner, difference: "\(label) was \(found.type) and is \(expected)",
        place: place)
    }
    if way.isEmpty, isMessage, shape?.kind == .enum, let key = keys().first {
      return .init(type: type, difference: "case \(key.stringValue) is gone or carries something else", place: place)
    }
    let recorded = shape.map { "; it was recorded as \($0)" } ?? ""
    return .init(type: type, difference: fault.reason + recorded, place: place)
  }
}
