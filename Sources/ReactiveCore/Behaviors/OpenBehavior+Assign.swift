// Unsafe: writing through a property wrapper without retaining the behavior that it holds.
//
// The wrapper's owner keeps the behavior alive, unless code that runs meanwhile drops the owner. Such code is a test
// for duplicates of the user's, an observer, and the end of the old value. So the behavior is retained for the first
// two, and not touched after the third.

extension Property {
  /// `wrappedValue = new`, without the two atomic operations of a retain when nothing has to be notified (benchmark: "write
  /// @Property").
  @inlinable @inline(__always)
  func assign(_ new: Value) { unsafe OpenBehavior.assign(new, to: .passUnretained(behavior)) }
}

extension Pub {
  /// `wrappedValue = new`, in the same way.
  @inlinable @inline(__always)
  func assign(_ new: Value) { unsafe OpenBehavior.assign(new, to: .passUnretained(projectedValue)) }
}

extension OpenBehavior {
  @inlinable @inline(__always)
  static func assign(_ new: Value, to behavior: Unmanaged<OpenBehavior>) {
    // 0: done, 1: something has to be notified, 2: a test of the user's has to be called.
    let step: Int = unsafe behavior._withUnsafeGuaranteedRef { behavior in
      if !behavior.flags.contains(.neverEqual) {
        guard let isDuplicate = behavior.isPlainDuplicate(new) else { return 2 }
        if isDuplicate { return 0 }
      }
      return behavior.storeQuietly(new) ? 0 : 1
    }
    if step == 1 {
      unsafe change(behavior, to: new)
    } else if step == 2 {
      unsafe write(behavior, new)
    }
  }

  /// Stores and notifies, for a caller that has not retained the behavior.
  @inlinable @inline(never)
  static func change(_ behavior: Unmanaged<OpenBehavior>, to new: Value) {
    unsafe behavior.takeUnretainedValue().change(to: new)
  }
  @inlinable @inline(never)
  static func write(_ behavior: Unmanaged<OpenBehavior>, _ new: Value) {
    unsafe behavior.takeUnretainedValue().write(new)
  }

  /// Whether `new` is a duplicate, if that takes no call of the witness: for objects, and for the commonest types with
  /// their own `==`. The comparisons of types fold to constants in specialised code.
  @inlinable @inline(__always)
  final func isPlainDuplicate(_ new: Value) -> Bool? {
    if !_isPOD(Value.self) && Value.self != String.self && MemoryLayout<Value>.size >= MemoryLayout<UInt>.size
      && flags.intersection(.comparesObjects | .running) == .comparesObjects
    {
      return SameInstances.haveSameAddress(present, new)
    }
    guard flags.intersection(.usesEquatable | .running) == .usesEquatable else { return nil }
    if Value.self == Int.self {
      return unsafe unsafeBitCast(present, to: Int.self) == unsafeBitCast(new, to: Int.self)
    }
    if Value.self == Bool.self {
      return unsafe unsafeBitCast(present, to: Bool.self) == unsafeBitCast(new, to: Bool.self)
    }
    if Value.self == Double.self {
      return unsafe unsafeBitCast(present, to: Double.self) == unsafeBitCast(new, to: Double.self)
    }
    if Value.self == String.self {
      return unsafe withUnsafePointer(to: new) { new in
        unsafe new.withMemoryRebound(to: String.self, capacity: 1) { new in
          unsafe withUnsafePointer(to: present) { present in
            unsafe present.withMemoryRebound(to: String.self, capacity: 1) { unsafe $0.pointee == new.pointee }
          }
        }
      }
    }
    return nil
  }

  /// Whether `present` may have a duplicate that is not the same value.
  @inlinable @inline(__always)
  final var hasInexactDuplicates: Bool {
    if Context.comparesExactly(Value.self) { return flags.isDisjoint(with: .usesEquatable | .neverEqual) }
    if Value.self == Double.self && flags.contains(.usesEquatable) {
      // 0 and -0 are equal. Nothing equals NaN.
      return unsafe unsafeBitCast(present, to: Double.self) == 0
    }
    return flags.isDisjoint(with: .neverEqual | .comparesObjects)
  }
}

extension OpenBehavior {
  /// `value = new` for a wrapper of another layer, which holds this behavior; as in ``Property``.
  @inlinable @inline(__always)
  package final func assign(_ new: Value) { unsafe Self.assign(new, to: .passUnretained(self)) }
}
