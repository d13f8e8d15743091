public import ReactiveCore

/// A program's view, computed when observed or read.
///
/// Not linked to the model, since the program notes changes itself, and links would cost as much as a dispatch
/// (benchmark: "dispatch, one subscriber").
@safe
@usableFromInline
final class ViewBehavior<M: Module>: ComputedBehavior<M.View> {
  @usableFromInline
  struct Test: EqualityTest {
    @inlinable @inline(__always) init() {}
    @inlinable @inline(__always)
    func isDuplicate(_ old: M.View, _ new: M.View) -> Bool { M.isDuplicate(old, new) }
  }

  @inlinable
  init(of model: Behavior<M.Model>, name: String) {
    super.init(Equality(Test()), name: name, file: "", line: 0) { M.view(for: model.peek()) }
  }

  /// Called when the model has changed, on an idle thread.
  @inlinable @inline(__always)
  func follow(_ model: Behavior<M.Model>, in context: Context) {
    if isObserved {
      store(M.view(for: model.peek()), by: Test(), in: context)
    } else {
      invalidate(.alone)
    }
  }
}
