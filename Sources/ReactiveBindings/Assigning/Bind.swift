public import ReactiveCore

/// Binds properties of `target`, one per line, while it lives.
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
/// Each line is an ``ReactiveCore/Behavior/assign(to:on:)``, made in order. The compiler checks that the property
/// exists, can be written, and has its source's type. A block may contain `if`, `switch` and `for`, evaluated once.
/// Classes that conform to ``BindingTarget`` have this as a method.
///
/// - Returns: A subscription that ends all bindings. It retains the behaviors derived in the block, such as
///   `!isLoggedIn`: store it in a ``/ReactiveCore/SubscriptionBag`` of the target's owner. Without derived behaviors,
///   you need not keep it.
@inlinable @inline(__always)
public func bind<Target: AnyObject>(
  _ target: Target, @BindingBuilder<Target> _ bindings: () -> [PropertyBinding<Target>]
) -> Subscription { Subscription(of: bindings().map { $0.bind(target) }) }

/// A class with ``bind(_:)`` as a method.
///
/// Conform your view classes or their base class. Swift cannot add a method to every class; for others, use
/// ``bind(_:_:)``.
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
  /// Binds properties of this object, one per line, while it lives; see ``bind(_:_:)``.
  ///
  /// - Returns: A subscription that ends all bindings and retains the behaviors derived in the block.
  @inlinable @inline(__always)
  public func bind(@BindingBuilder<Self> _ bindings: () -> [PropertyBinding<Self>]) -> Subscription {
    ReactiveBindings.bind(self, bindings)
  }
}

/// Makes a list of bindings from the lines of a block; see ``bind(_:_:)``.
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
  /// A line with a binding.
  @inlinable @inline(__always)
  public static func buildExpression(_ binding: PropertyBinding<Target>) -> [PropertyBinding<Target>] { [binding] }
  /// A line with a list of bindings.
  @inlinable @inline(__always)
  public static func buildExpression(_ bindings: [PropertyBinding<Target>]) -> [PropertyBinding<Target>] { bindings }
  /// All lines of the block.
  @inlinable @inline(__always)
  public static func buildBlock(_ parts: [PropertyBinding<Target>]...) -> [PropertyBinding<Target>] {
    parts.flatMap { $0 }
  }
  /// An `if` without `else`.
  @inlinable @inline(__always)
  public static func buildOptional(_ part: [PropertyBinding<Target>]?) -> [PropertyBinding<Target>] { part ?? [] }
  /// The first branch of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither(first part: [PropertyBinding<Target>]) -> [PropertyBinding<Target>] { part }
  /// The other branch of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither(second part: [PropertyBinding<Target>]) -> [PropertyBinding<Target>] { part }
  /// A `for` loop.
  @inlinable @inline(__always)
  public static func buildArray(_ parts: [[PropertyBinding<Target>]]) -> [PropertyBinding<Target>] {
    parts.flatMap { $0 }
  }
}
