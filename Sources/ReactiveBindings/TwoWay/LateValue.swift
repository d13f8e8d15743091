import ReactiveCore

/// What a look has found of a value that waits, or waited, to arrive at its origin.
enum WaitingChange {
  /// It was written since the last look.
  case isNew
  case isKnown
  /// It has arrived; the origin has changed or refused it.
  case hasArrivedOtherwise
}

protocol WaitingLook {
  /// Nil if no value waits or waited that differs from the behavior's.
  func look() -> WaitingChange?
}

/// The last written value of a bound behavior whose origin takes writes later, as a field of a program does.
///
/// For a binding, it is written when it is sent. Its arrival is a write only if the origin has changed it.
final class LateValue<Value>: WaitingLook {
  private weak var behavior: OpenBehavior<Value>?
  private var last: Value?
  /// `Context.lateWrites` at the last look.
  private var lateWrites: UInt64 = 0
  private let isEqual = equality(of: Value.self)
  private let arrival: Arrival

  /// Calls `arrive` when a value that was looked at has arrived.
  init(_ behavior: OpenBehavior<Value>, arrive: @escaping () -> Void) {
    self.behavior = behavior
    arrival = Arrival(complete: arrive)
  }

  func look() -> WaitingChange? {
    guard let behavior else { return nil }
    // Released last: the end of a value may run any code.
    let before = last
    let present = behavior.peek()
    guard let write = behavior.waitingWrite(.look(arrival), after: before ?? present) else {
      last = nil
      guard let before else { return nil }
      // Without a comparison, what has arrived is taken for what was written.
      return isEqual.map { $0(before, present) } ?? true ? .isKnown : .hasArrivedOtherwise
    }
    last = write.value
    let isWritten = lateWrites != Context.lateWrites
    lateWrites = Context.lateWrites
    // Values that cannot be compared are taken for new if anything was written.
    if !write.isDuplicate && (isWritten || isEqual != nil) { return .isNew }
    return before == nil ? nil : .isKnown
  }
}
