public import ReactiveCore

/// Binds properties of `target`, each line one, for as long as it lives.
///
/// ```swift
/// final class Label {
///   var text = ""
///   var isHidden = false
/// }
/// let label = Label()
/// let title = OpenBehavior("Home")
/// let isLoggedOut = OpenBehavior(false)
/// let subscription = bind(label) {
///   \.text <- title
///   \.isHidden <- isLoggedOut
/// }
/// title.value = "Settings"
/// print(label.text)  // Settings
/// subscription.cancel()
/// ```
///
/// Each line is an ``ReactiveCore/Behavior/assign(to:on:)``, made in the order of writing, and checked by the compiler:
/// the property exists, can be written, and has the type of what it follows. A block may contain `if`, `switch` and
/// `for`, decided once. A class that conforms to ``BindingTarget`` has this as a method.
///
/// - Returns: What ends all of them. It keeps the behaviors alive that were derived in the block, such as `!isLoggedIn`:
///   store it in a ``/ReactiveCore/SubscriptionBag`` of the target's owner. Without derived behaviors it need not be kept.
@inlinable @inline(__always)
public func bind<Target: AnyObject>(
  _ target: Target, @BindingBuilder<Target> _ bindings: () -> [PropertyBinding<Target>]
) -> Subscription { Subscription(of: bindings().map { $0.bind(target) }) }

/// A class with ``bind(_:)`` as a method.
///
/// Conform your view classes, or all of them by their base class. (Swift cannot give a method to every class, so for
/// those of others there is the function ``bind(_:_:)``.)
///
/// ```swift
/// final class Label: BindingTarget {
///   var text = ""
///   var isHidden = false
/// }
/// let label = Label()
/// let title = OpenBehavior("Home")
/// let subscription = label.bind {
///   \.text <- title
/// }
/// print(label.text)  // Home
/// subscription.cancel()
/// ```
public protocol BindingTarget: AnyObject {}

extension BindingTarget {
  /// Binds properties of this object, each line one, for as long as it lives; as ``bind(_:_:)``.
  ///
  /// - Returns: What ends all of them, and keeps what was derived in the block.
  @inlinable @inline(__always)
  public func bind(@BindingBuilder<Self> _ bindings: () -> [PropertyBinding<Self>]) -> Subscription {
    ReactiveBindings.bind(self, bindings)
  }
}

/// Makes a list of bindings out of the lines of a block; see ``bind(_:_:)``.
///
/// ```swift
/// final class Label {
///   var text = ""
/// }
/// @BindingBuilder<Label>
/// func bindings(of title: Behavior<String>) -> [PropertyBinding<Label>] { \.text <- title }
/// let label = Label()
/// let title = OpenBehavior("Home")
/// let subscription = bind(label) { bindings(of: title) }
/// print(label.text)  // Home
/// subscription.cancel()
/// ```
@resultBuilder
public enum BindingBuilder<Target: AnyObject> {
  /// Takes a binding as a line of the block.
  @inlinable @inline(__always)
  public static func buildExpression(_ binding: PropertyBinding<Target>) -> [PropertyBinding<Target>] { [binding] }
  /// Takes a list of bindings as a line of the block.
  @inlinable @inline(__always)
  public static func buildExpression(_ bindings: [PropertyBinding<Target>]) -> [PropertyBinding<Target>] { bindings }
  /// Puts the lines of the block together.
  @inlinable @inline(__always)
  public static func buildBlock(_ parts: [PropertyBinding<Target>]...) -> [PropertyBinding<Target>] {
    parts.flatMap { $0 }
  }
  /// Takes an `if` without an `else`.
  @inlinable @inline(__always)
  public static func buildOptional(_ part: [PropertyBinding<Target>]?) -> [PropertyBinding<Target>] { part ?? [] }
  /// Takes the first branch of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither(first part: [PropertyBinding<Target>]) -> [PropertyBinding<Target>] { part }
  /// Takes the other branch of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither(second part: [PropertyBinding<Target>]) -> [PropertyBinding<Target>] { part }
  /// Takes a `for`.
  @inlinable @inline(__always)
  public static func buildArray(_ parts: [[PropertyBinding<Target>]]) -> [PropertyBinding<Target>] {
    parts.flatMap { $0 }
  }
}
