/// A weak reference to look at in a test: Swift 6.2 has no `weak let`, and later ones warn of a `weak var` that is never
/// written.
@propertyWrapper
package struct Weak<Object: AnyObject> {
  package weak var wrappedValue: Object?

  package init(wrappedValue: Object? = nil) { self.wrappedValue = wrappedValue }
}
