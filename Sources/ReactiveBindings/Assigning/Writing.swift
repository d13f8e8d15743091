// Each binding turns its key path into a closure once.

@inlinable @inline(__always)
func writing<Target: AnyObject, Property, Value>(
  _ keyPath: consuming ReferenceWritableKeyPath<Target, Property>, of property: @escaping (Value) -> Property
) -> (Target, Value) -> Void {
  let keyPath = keyPath
  return { target, value in target[keyPath: keyPath] = property(value) }
}

@inlinable @inline(__always)
func writing<Target: AnyObject, Value>(
  _ keyPath: consuming ReferenceWritableKeyPath<Target, Value>
) -> (Target, Value) -> Void {
  let keyPath = keyPath
  return { target, value in target[keyPath: keyPath] = value }
}

@inlinable @inline(__always)
func writing<Target: AnyObject, Value>(
  _ keyPath: consuming ReferenceWritableKeyPath<Target, Value?>
) -> (Target, Value) -> Void {
  let keyPath = keyPath
  return { target, value in target[keyPath: keyPath] = value }
}
