import Foundation

extension InputError {
  /// What the decoder found wrong, and where: `orders[3].lines[1].price: expected an amount`.
  init(_ error: any Error, decoding data: Data) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init(place(context.codingPath) + "\(quoted(key.stringValue)) is missing")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init(place(context.codingPath) + printable(context.debugDescription))
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init("this is no JSON" + (syntaxError(in: data).map { ": \($0)" } ?? ""))
    case DecodingError.dataCorrupted(let context):
      self.init(place(context.codingPath) + printable(context.debugDescription))
    default:
      self.init(printable("\(error)"))
    }
  }
}

/// `orders[3].lines[1].price: `
private func place(_ path: [any CodingKey]) -> String {
  guard !path.isEmpty else { return "" }
  let text = path.reduce("") { text, key in
    if let index = key.intValue { return "\(text)[\(index)]" }
    return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
  }
  return printable(text) + ": "
}

/// What `JSONSerialization` has to say: the decoder itself does not always tell where the mistake is.
private func syntaxError(in data: Data) -> String? {
  do {
    _ = try JSONSerialization.jsonObject(with: data)
    return nil
  } catch {
    guard let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String else { return nil }
    // Who wants to mend it needs a line rather than a place in all of the text.
    let words = reason.split(separator: " ")
    guard let offset = words.last.flatMap({ Int($0.filter(\.isNumber)) }), reason.contains("around character") else {
      return printable(reason)
    }
    let line = data.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return "\(printable(String(reason.prefix { $0 != "." }))), in line \(line)"
  }
}
