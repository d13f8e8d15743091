/// An order of a set's elements, or of a dictionary's entries, that does not depend on hashing, so that it is the same
/// in each process.
///
/// Elements of one type are in their own order, if they have one. All others, and those that it does not tell apart,
/// are in the order of their texts. Elements with equal texts look the same, in any order.
///
/// A text is written once, and a second time if it is longer than 100 characters and another begins with the same 100.
struct CanonicalOrder {
  /// The indices in order, with the texts of elements that were written for it.
  private(set) var indices: [(index: Int, text: ValueText.Piece?)] = []

  /// `write` returns an element's text with a room. Texts are compared in at most `room` characters.
  init(of elements: [Any], values: [Any] = [], room: Int, write: @escaping (Any, Int) -> ValueText.Piece) {
    let elements = elements.map(ValueText.unboxed)
    if elements.count < 2 {
      indices = elements.indices.map { ($0, nil) }
      return
    }
    var texts = Texts(of: elements, room: room, write)
    // Entries whose keys look the same.
    var valueTexts = Texts(of: values, room: room, write)
    func isBefore(_ a: Int, _ b: Int) -> Bool {
      texts.isBefore(a, b) ?? (values.isEmpty ? nil : valueTexts.isBefore(a, b)) ?? false
    }
    let order =
      (elements[0] as? any Comparable).flatMap { Self.indices(of: elements, as: $0, isBefore) }
      ?? elements.indices.sorted(by: isBefore)
    indices = order.map { ($0, texts.known($0)) }
  }

  /// Nil unless all elements are of one type. What does not equal itself, such as NaN, comes last.
  private static func indices<Value: Comparable>(
    of elements: [Any], as first: Value, _ isTieBefore: (Int, Int) -> Bool
  ) -> [Int]? {
    var typed: [Value] = []
    for element in elements {
      // A subclass may be compared in another way.
      guard type(of: element) == type(of: first as Any), let value = element as? Value else { return nil }
      typed.append(value)
    }
    return typed.indices.sorted {
      let (a, b) = (typed[$0], typed[$1])
      let (isOrdered, isOtherOrdered) = (a == a, b == b)
      if isOrdered != isOtherOrdered { return isOrdered }
      if isOrdered {
        if a < b { return true }
        if b < a { return false }
      }
      return isTieBefore($0, $1)
    }
  }

  /// The texts of values, written when they are first needed.
  private struct Texts {
    private let values: [Any]
    private let room: Int
    private let write: (Any, Int) -> ValueText.Piece
    private var short: [ValueText.Piece?]
    private var long: [ValueText.Piece?]
    private static let shortRoom = 100

    init(of values: [Any], room: Int, _ write: @escaping (Any, Int) -> ValueText.Piece) {
      self.values = values
      self.room = room
      self.write = write
      short = Array(repeating: nil, count: values.count)
      long = short
    }

    func known(_ index: Int) -> ValueText.Piece? { long[index] ?? short[index] }

    /// Nil for equal texts.
    mutating func isBefore(_ a: Int, _ b: Int) -> Bool? {
      let (first, second) = (shortText(a), shortText(b))
      if first.text != second.text { return first.text < second.text }
      if room <= Self.shortRoom || !first.isCut && !second.isCut { return nil }
      let (whole, other) = (longText(a), longText(b))
      return whole.text == other.text ? nil : whole.text < other.text
    }

    private mutating func shortText(_ index: Int) -> ValueText.Piece {
      if let known = short[index] { return known }
      let text = write(values[index], Self.shortRoom)
      short[index] = text
      return text
    }

    private mutating func longText(_ index: Int) -> ValueText.Piece {
      if let known = long[index] { return known }
      let text = write(values[index], room)
      long[index] = text
      return text
    }
  }
}

/// Collections in the order of their hashes that do not show this by reflection.
private protocol HashedCollection: Collection {}
extension Set: HashedCollection {}
extension Dictionary.Keys: HashedCollection {}
extension Dictionary.Values: HashedCollection {}
extension Slice: HashedCollection where Base: HashedCollection {}

/// The elements of a part of a set or dictionary, whose order depends on hashing; nil for other values.
func hashedElements(of value: Any) -> [Any]? { (value as? any HashedCollection)?.elements }

extension HashedCollection {
  fileprivate var elements: [Any] { map { $0 } }
}
