// Unsafe: where a node was created, in six bytes.
//
// A message about a cycle must name its nodes, in release builds too, so every node knows the file and line of its
// creation. A file's name is a literal in the program's text; its distance from a class of this library fits 32 bits
// as long as both lie in images loaded near each other. If not, or if the line is beyond 65,535, the node keeps the
// location in its side table.

/// The file and line that created a node: 16 bytes.
@safe
@usableFromInline
package struct SourceLocation {
  /// The address of the file's name, a literal; 0 if there is none.
  private let file: Int
  private let line: UInt

  @usableFromInline
  package init(file: StaticString, line: UInt) {
    self.file = Self.address(of: file)
    self.line = line
  }
  private init(file: Int, line: UInt) {
    self.file = file
    self.line = line
  }
  /// The location that a node keeps in two short numbers.
  package init(distance: Int32, line: UInt16) {
    self.init(file: Self.anchorAddress &+ Int(distance), line: UInt(line))
  }
  /// No line at all.
  static var unknown: SourceLocation { SourceLocation(file: 0, line: 0) }

  // A class, not a literal: code of this library that is optimised into another module would bring a literal of its own
  // along, at another address. Not a variable: taking its address counts as an access, from any thread.
  private static var anchorAddress: Int { Int(bitPattern: ObjectIdentifier(ReactiveNode.self)) }

  @inline(__always)
  private static func address(of text: StaticString) -> Int {
    unsafe text.hasPointerRepresentation ? Int(bitPattern: text.utf8Start) : 0
  }

  /// The distance of the file's name from the anchor; 0 when it does not fit.
  @usableFromInline
  package var distance: Int32 { Int32(exactly: file &- Self.anchorAddress) ?? 0 }
  /// The line; 0 when it does not fit.
  @usableFromInline
  package var shortLine: UInt16 { UInt16(exactly: line) ?? 0 }

  @usableFromInline
  package var fits: Bool { distance != 0 && shortLine != 0 }

  package var text: String {
    guard let name = unsafe UnsafePointer<CChar>(bitPattern: file) else { return "an unknown line" }
    return unsafe "\(String(cString: name)):\(line)"
  }
}

extension ReactiveNode {
  /// The name that messages and pictures use for this node, if it has one.
  ///
  /// Cost: a node with a name keeps about 100 bytes more.
  public final var name: String? {
    get { node.withSideTable { $0.name } ?? nil }
    set {
      if newValue != nil || node.withSideTable({ _ in }) != nil { makeSideTable().name = newValue }
    }
  }

  /// How messages call this node: its ``name``, or else the file and line that created it.
  ///
  /// ```swift
  /// print(OpenBehavior(0, name: "count").label)  // count
  /// ```
  public final var label: String {
    if let name { return name }
    if let location = node.withSideTable({ $0.distantLocation }) ?? nil { return location.text }
    return location.text
  }

  /// Keeps what the initialiser was given and the node's own fields do not hold.
  @usableFromInline
  package final func keep(_ name: String?, _ location: SourceLocation) {
    if let name { makeSideTable().name = name }
    if !location.fits { makeSideTable().distantLocation = location }
  }
}
