// Unsafe: writing through a property wrapper without retaining its behavior.
//
// The wrapper's owner keeps the behavior alive, unless user code releases the owner: a test for duplicates, an
// observer, or the `deinit` of the old value. So the behavior is retained for the first two, and not used after the
// third.

extension OpenBehavior {
  @inlinable @inline(__always)
  static func setValue(_ new: Value, to behavior: Unmanaged<OpenBehavior>) {
    // 0: done, 1: something must be notified, 2: the user's test must be called.
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

  /// For a caller that has not retained the behavior.
  @inlinable @inline(never)
  static func change(_ behavior: Unmanaged<OpenBehavior>, to new: Value) {
    unsafe behavior.takeUnretainedValue().change(to: new)
  }
  @inlinable @inline(never)
  static func write(_ behavior: Unmanaged<OpenBehavior>, _ new: Value) {
    unsafe behavior.takeUnretainedValue().write(new)
  }
}

extension OpenBehavior {
  /// `value = new`, for a wrapper of another layer; as in ``Property``.
  @inlinable @inline(__always)
  package final func setValue(_ new: Value) { unsafe Self.setValue(new, to: .passUnretained(self)) }
}
