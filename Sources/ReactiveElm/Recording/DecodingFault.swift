/// The path and the reason in a `DecodingError`.
struct DecodingFault {
  let path: [any CodingKey]
  let reason: String
  /// The type that was expected.
  let type: Any.Type?

  init(_ error: DecodingError) {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(let type, let said): (context, self.type) = (said, type)
    case .valueNotFound(let type, let said): (context, self.type) = (said, type)
    case .keyNotFound(let key, let said):
      path = said.codingPath
      reason = "there is no \"\(key.stringValue)\""
      type = nil
      return
    case .dataCorrupted(let said): (context, type) = (said, nil)
    @unknown default:
      path = []
      reason = String(describing: error)
      type = nil
      return
    }
    path = context.codingPath
    // Embedded in a sentence: lowercase, without a final period.
    var text = context.debugDescription
    if text.last == "." { text.removeLast() }
    if let underlying = context.underlyingError { text += ": \(underlying)" }
    reason = text.prefix(1).lowercased() + text.dropFirst()
  }

  /// As in Swift source: `steps[3].message`.
  static func text(of path: some Collection<any CodingKey>) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text
  }
}
