/// A type that can be made from nothing: a model that knows how it begins.
///
/// ```swift
/// struct Model: Initable {
///   var count = 0
/// }
/// print(Model().count)  // 0
/// ```
///
/// A module whose model is `Initable` needs no ``Module/start(with:)``. From Elm (the seed).
public protocol Initable {
  /// The value to begin with.
  init()
}
