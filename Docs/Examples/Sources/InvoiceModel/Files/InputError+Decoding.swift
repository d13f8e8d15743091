import Foundation

extension InputError {
  /// The decoder's error and its place: `orders[3].lines[1].price: expected an amount`.
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

/// The error of `JSONSerialization`, because the decoder does not always report the place.
private func syntaxError(in data: Data) -> String? {
  do {
    _ = try JSONSerialization.jsonObject(with: data)
    return nil
  } catch {
    guard let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String else { return nil }
    // Converts the offset to a line, which is easier to find.
    let words = reason.split(separator: " ")
    guard let offset = words.last.flatMap({ Int($0.filter(\.isNumber)) }), reason.contains("around character") else {
      return printable(reason)
    }
    let line = data.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return "\(printable(String(reason.prefix { $0 != "." }))), in line \(line)"
  }
}
