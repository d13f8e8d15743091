/// A weak reference to look at in a test: Swift 6.2 has no `weak let`, and later ones warn of a `weak var` that is never
/// written.
@propertyWrapper
struct Weak<Object: AnyObject> {
  weak var wrappedValue: Object?
}
