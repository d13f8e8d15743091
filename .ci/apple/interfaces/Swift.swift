// The standard library's additions on Apple systems for Objective-C interoperation. Appended to the library's textual
// interface, so each name is written with its module.

@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee>: Swift._Pointer {
  public let _rawValue: Builtin.RawPointer
  @_transparent public init(_ _rawValue: Builtin.RawPointer) { self._rawValue = _rawValue }
  @_alwaysEmitIntoClient public var pointee: Pointee {
    get { Builtin.unreachable() }
    nonmutating set { Builtin.unreachable() }
  }
  public typealias Stride = Swift.Int
  public typealias Distance = Swift.Int
}

@_alwaysEmitIntoClient
public func _bridgeAnyObjectToAny(_ object: Swift.AnyObject?) -> Any { Builtin.unreachable() }

@_alwaysEmitIntoClient
public func _forceBridgeFromObjectiveC<T>(_ object: Swift.AnyObject, _: T.Type) -> T { Builtin.unreachable() }

@_alwaysEmitIntoClient
public func _conditionallyBridgeFromObjectiveC<T>(_ object: Swift.AnyObject, _: T.Type) -> T? { Builtin.unreachable() }
