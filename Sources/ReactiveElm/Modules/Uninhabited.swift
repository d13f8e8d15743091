/// A type that has no value, such as `Never`: the source of a module that listens to nothing.
///
/// ```swift
/// enum NoSource: Hashable, Uninhabited {}
/// let source: Any.Type = NoSource.self
/// print(source is any Uninhabited.Type)  // true
/// ```
///
/// The embedding of a module whose `Source` is one needs no `source`.
public protocol Uninhabited {}

extension Never: Uninhabited {}
