// Handwritten: the lock of an example in the documentation, with Apple's public signature and availability. The bodies
// do nothing.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@frozen
public struct Mutex<Value: ~Copyable>: ~Copyable {
  public init(_ initialValue: consuming sending Value) { fatalError() }

  public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result { fatalError() }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
