// Handwritten: the package's part of Dispatch. Without it, `canImport(Dispatch)` would still be true, because of a
// header of the toolchain.

open class DispatchObject {}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public class var main: DispatchQueue { fatalError() }
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
  @preconcurrency public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}

public final class DispatchSpecificKey<T> {
  public init() {}
}

extension DispatchSpecificKey: Sendable where T: Sendable {}

public enum DispatchPredicate {
  case onQueue(DispatchQueue)
  case onQueueAsBarrier(DispatchQueue)
  case notOnQueue(DispatchQueue)
}

public func dispatchPrecondition(condition: @autoclosure () -> DispatchPredicate) {}
