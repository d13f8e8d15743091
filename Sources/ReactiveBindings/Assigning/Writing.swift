// What a key path is turned into, once for a binding: a closure that writes its property.

/// Writes the property that `keyPath` names.
@inlinable @inline(__always)
func writing<Target: AnyObject, Property, Value>(
  _ keyPath: consuming ReferenceWritableKeyPath<Target, Property>, of property: @escaping (Value) -> Property
) -> (Target, Value) -> Void {
  let keyPath = keyPath
  return { target, value in target[keyPath: keyPath] = property(value) }
}

/// Writes the property that `keyPath` names.
@inlinable @inline(__always)
func writing<Target: AnyObject, Value>(
  _ keyPath: consuming ReferenceWritableKeyPath<Target, Value>
) -> (Target, Value) -> Void {
  let keyPath = keyPath
  return { target, value in target[keyPath: keyPath] = value }
}

/// Writes the optional property that `keyPath` names.
@inlinable @inline(__always)
func writing<Target: AnyObject, Value>(
  _ keyPath: consuming ReferenceWritableKeyPath<Target, Value?>
) -> (Target, Value) -> Void {
  let keyPath = keyPath
  return { target, value in target[keyPath: keyPath] = value }
}
