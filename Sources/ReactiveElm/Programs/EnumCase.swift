// Unsafe: the name of an enum's case, which the standard library finds for `print` alone.
//
// Invariant: the runtime's function is called with the parameters that the runtime declares: a pointer to a value, and
// the value's own type. It only reads both, and the name that it returns is a constant of the program. It is not called
// at all if the runtime lacks it.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The name of an enum value's case, whatever descriptions its type has. Nil for other values, and where the runtime
/// cannot tell: if the program contains no reflection metadata, or is linked with the runtime statically.
func enumCase(of value: Any) -> String? {
  func name<Value>(_ value: Value) -> String? {
    guard let find = unsafe RuntimeFunction.caseName else { return nil }
    return unsafe withUnsafePointer(to: value) { value in
      unsafe find(UnsafeRawPointer(value), unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self))
        .flatMap { unsafe String(validatingCString: $0) }
    }
  }
  return _openExistential(value, do: name)
}

@unsafe
private enum RuntimeFunction {
  typealias CaseName = @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UnsafePointer<CChar>?

  static let caseName = unsafe unsafeBitCast(find("swift_EnumCaseName"), to: CaseName?.self)

  private static func find(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
    let everywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)
    #else
    let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return unsafe dlsym(everywhere, name)
  }
}
