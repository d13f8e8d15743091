// Handwritten: Swift's additions to the ObjectiveC module for the compiler and the package.

@_exported import ObjectiveC

@frozen public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  @usableFromInline var storage: Bool
  public init(_ value: Bool) { storage = value }
  public init(booleanLiteral value: Bool) { storage = value }
  public var boolValue: Bool { storage }
}

public func _convertBoolToObjCBool(_ value: Bool) -> ObjCBool { ObjCBool(value) }
public func _convertObjCBoolToBool(_ value: ObjCBool) -> Bool { value.boolValue }

@frozen public struct Selector: ExpressibleByStringLiteral, Hashable, @unchecked Sendable {
  var pointer: OpaquePointer
  public init(_ name: String) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }
}

extension NSObject: Equatable, Hashable {
  public static func == (one: NSObject, other: NSObject) -> Bool { one.isEqual(other) }
  @nonobjc public var hashValue: Int { 0 }
  public func hash(into hasher: inout Hasher) {}
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
