package import ReactiveCore

/// The reactive side of a KVO property, without the type of its value.
package class KVOParent<Object> {
  let node: ReactiveNode

  fileprivate init(_ node: ReactiveNode) { self.node = node }

  /// Whether the parent's value differs from the one shown last, by the parent's test for duplicates.
  var hasNews: Bool { false }
  /// The Objective-C object of the present value, which counts as shown from now on.
  func show() -> Object? { nil }
  /// Calls `changed` after every change, until `owner` is deallocated.
  func sink<Owner: AnyObject>(with owner: Owner, _ changed: @escaping (Owner) -> Void) -> Subscription {
    Subscription {}
  }
  /// Writes a value from the Objective-C side, if the parent accepts it.
  func write(_ written: Any?) -> KVOWriteOutcome { .ignored }
}

/// The outcome of a write from the Objective-C side.
package enum KVOWriteOutcome: Equatable {
  /// The parent has this value, or a duplicate of it.
  case kept
  /// The parent has a different value: it is read-only, or an observer corrected the value.
  case ignored
  /// The parent cannot have such a value, for this reason.
  case refused(String)
}

extension KVOParent {
  /// A read-only parent, which ignores writes.
  package static func following<Value>(
    _ behavior: Behavior<Value>, bridge: @escaping (Any) -> Object?
  ) -> KVOParent { KVOTypedParent(behavior, nil, bridge) }

  /// A parent that can be written.
  package static func sharing<Value>(
    _ behavior: OpenBehavior<Value>, bridge: @escaping (Any) -> Object?
  ) -> KVOParent { KVOTypedParent(behavior, behavior, bridge) }
}

private final class KVOTypedParent<Value, Object>: KVOParent<Object> {
  private let behavior: Behavior<Value>
  private let target: OpenBehavior<Value>?
  private let conversion: KVOConversion<Value, Object>
  private var shown: Value
  /// Runs when the value may differ from the shown one. A version does not suffice: a batch that reverts a change gives
  /// its version to the next one.
  private let changes: ComputedBehavior<Void>
  private var shownChange: ChangeStamp

  init(_ behavior: Behavior<Value>, _ target: OpenBehavior<Value>?, _ bridge: @escaping (Any) -> Object?) {
    self.behavior = behavior
    self.target = target
    conversion = KVOConversion(bridge: bridge)
    changes = ComputedBehavior(Equality(.never()), name: nil, file: #fileID, line: #line) { _ = behavior.read() }
    changes.peek()
    shownChange = ChangeStamp(of: changes)
    shown = behavior.peek()
    super.init(behavior)
  }

  override var hasNews: Bool {
    changes.peek()
    return ChangeStamp(of: changes) != shownChange && !behavior.isUnchanged(from: shown)
  }

  override func show() -> Object? {
    changes.peek()
    shownChange = ChangeStamp(of: changes)
    var value = behavior.peek()
    let outcome = conversion.outcome(for: value)
    // Releasing the old value may run code that calls this again.
    swap(&shown, &value)
    switch outcome {
    case .object(let object): return object
    case .impossible(let type):
      stop(
        """
        \(behavior.label): Cannot make property KVO-compliant. Type \(type) cannot be converted to NSObject. Derive a \
        behavior of a String, a number, an array, or an object of an NSObject subclass, and use that.
        """)
    }
  }

  override func sink<Owner: AnyObject>(
    with owner: Owner, _ changed: @escaping (Owner) -> Void
  ) -> Subscription { behavior.sink(with: owner) { owner, _ in changed(owner) } }

  override func write(_ written: Any?) -> KVOWriteOutcome {
    guard let value = conversion.value(from: written) else {
      guard target != nil else { return .ignored }
      return .refused(
        """
        Invalid value \(type(of: conversion).describe(written)) passed to KVO compatible property. \(behavior.label) \
        has values of type \(Value.self), and stays as it is.
        """)
    }
    target?.value = value
    return behavior.isUnchanged(from: value) ? .kept : .ignored
  }
}
