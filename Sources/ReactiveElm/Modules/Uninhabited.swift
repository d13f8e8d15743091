/// A type without values, such as `Never`, for a module that listens to no sources.
///
/// ```swift
/// enum NoSource: Hashable, Uninhabited {}
/// let source: Any.Type = NoSource.self
/// print(source is any Uninhabited.Type)  // true
/// ```
///
/// The embedding of a module whose `Source` conforms needs no `source`.
public protocol Uninhabited {}

extension Never: Uninhabited {}
