/// The imperative shell: an object that shows a program's views and performs its commands.
///
/// ```swift
/// final class Screen: Subscriber {
///   func update(presenting view: String) { print(view) }
///   func update(performing command: Never) {}
/// }
/// ```
///
/// See ``Program/subscribe(_:)``. A main-actor class conforms with `@MainActor Subscriber`. From the Swift library Elm.
public protocol Subscriber<View, Command>: AnyObject {
  /// The view to show.
  associatedtype View
  /// The command to perform.
  associatedtype Command

  /// Shows `view`.
  func update(presenting view: View)

  /// Performs `command`.
  func update(performing command: Command)
}
