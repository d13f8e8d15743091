/// A type with an initial value.
///
/// ```swift
/// struct Model: Initable {
///   var count = 0
/// }
/// print(Model().count)  // 0
/// ```
///
/// A module whose model is `Initable` needs no ``Module/start(with:)``. From the Swift library Elm.
public protocol Initable {
  /// Creates the initial value.
  init()
}
