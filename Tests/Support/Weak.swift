/// A weak reference for tests. Swift 6.2 has no `weak let`, and later versions warn about a `weak var` that is never
/// written.
@propertyWrapper
package struct Weak<Object: AnyObject> {
  package weak var wrappedValue: Object?

  package init(wrappedValue: Object? = nil) { self.wrappedValue = wrappedValue }
}
