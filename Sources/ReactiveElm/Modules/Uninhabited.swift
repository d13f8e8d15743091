/// A type that has no value, such as `Never`: the source of a module that listens to nothing.
///
/// ```swift
/// enum NoSource: Hashable, Uninhabited {}
/// print(NoSource.self is any Uninhabited.Type)  // true
/// ```
///
/// An embedding of a module whose `Source` is one says nothing of sources.
public protocol Uninhabited {}

extension Never: Uninhabited {}
