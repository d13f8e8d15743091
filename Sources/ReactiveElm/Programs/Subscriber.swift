/// The imperative shell: an object that shows the views of a program and performs its commands.
///
/// ```swift
/// final class Screen: Subscriber {
///   func update(presenting view: String) { print(view) }
///   func update(performing command: Never) {}
/// }
/// ```
///
/// See ``Program/subscribe(_:)``. An object of the main actor conforms with `@MainActor Subscriber`. From Elm (the seed).
public protocol Subscriber: AnyObject {
  /// What it shows.
  associatedtype View
  /// What it performs.
  associatedtype Command

  /// Shows `view`.
  func update(presenting view: View)

  /// Performs `command`.
  func update(performing command: Command)
}
