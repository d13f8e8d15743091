// Unsafe: the source location of a node, in six bytes.
//
// Messages about cycles name nodes by file and line, in release builds, too. A file name is a literal; its distance
// from a class of this library fits 32 bits if both images are loaded near each other. Otherwise, and for lines beyond
// 65,535, the location is in the side table.

/// The file and line that created a node: 16 bytes.
@safe
@usableFromInline
package struct SourceLocation: Equatable {
  /// A literal's address; 0 if there is none.
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
  package init(distance: Int32, line: UInt16) {
    self.init(file: Self.anchorAddress &+ Int(distance), line: UInt(line))
  }
  static var unknown: SourceLocation { SourceLocation(file: 0, line: 0) }

  // A class, not a literal: code of this library that is optimized into another module would bring its own literal, at
  // another address. Not a variable: taking its address counts as an access, from any thread.
  private static var anchorAddress: Int { Int(bitPattern: ObjectIdentifier(ReactiveNode.self)) }

  @inline(__always)
  private static func address(of text: StaticString) -> Int {
    unsafe text.hasPointerRepresentation ? Int(bitPattern: text.utf8Start) : 0
  }

  /// The distance from the anchor; 0 if it does not fit.
  @usableFromInline
  package var distance: Int32 { Int32(exactly: file &- Self.anchorAddress) ?? 0 }
  /// 0 if it does not fit.
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
  /// The name of this node in messages and graph pictures, if it has one.
  ///
  /// Cost: about 100 bytes.
  public final var name: String? {
    get { node.withSideTable { $0.name } ?? nil }
    set {
      if newValue != nil || node.withSideTable({ _ in }) != nil { makeSideTable().name = newValue }
    }
  }

  /// The name of this node in messages: ``name``, or else the file and line that created it.
  ///
  /// ```swift
  /// print(OpenBehavior(0, name: "count").label)  // count
  /// ```
  public final var label: String {
    if let name { return name }
    if let location = node.withSideTable({ $0.distantLocation }) ?? nil { return location.text }
    return location.text
  }

  /// Where messages say that this node was made.
  final var place: SourceLocation { (node.withSideTable { $0.distantLocation } ?? nil) ?? location }

  /// The name of a part of this node, if the node has one. `part` may describe an id, which runs user code.
  final func name(of part: () -> String) -> String? { name.map { name in withoutTracking { "\(name)\(part())" } } }

  /// Messages identify this node as a part of `whole`. Cost: 100 bytes, unless both have the same location and no name.
  @usableFromInline
  package final func keepLabel(of whole: ReactiveNode, as part: @autoclosure () -> String) {
    keepLabel(of: whole, named: whole.name(of: part))
  }

  final func keepLabel(of whole: ReactiveNode, named name: String?) {
    if let name { makeSideTable().name = name }
    let place = whole.place
    if place != location { makeSideTable().distantLocation = place }
  }

  @usableFromInline
  package final func keep(_ name: String?, _ location: SourceLocation) {
    if let name { makeSideTable().name = name }
    if !location.fits { makeSideTable().distantLocation = location }
  }
}
