import ReactiveBindings
import ReactiveCore

// No initializer is inherited: an inherited one would leave the subclass's own properties uninitialized.
final class OwnNode: ReactiveNode {}
final class OwnBehavior: Behavior<Int> { var mine = [1] }
final class OwnOpenBehavior: OpenBehavior<Int> { var mine = [1] }
final class OwnStream: EventStream<Int> { var mine = [1] }
final class OwnReaction: Reaction { var mine = [1] }
final class OwnComputed: ComputedBehavior<Int> { var mine = [1] }
final class OwnScope: ScopeNode { var mine = [1] }

func outside(_ start: @escaping (@escaping (Int) -> Void) -> Subscription) {
  _ = OpenBehavior(1)
  _ = OwnNode()  // expect-error: no accessible initializers
  _ = OwnBehavior()  // expect-error: no accessible initializers
  _ = OwnOpenBehavior(1)  // expect-error: no accessible initializers
  _ = OwnOpenBehavior(1) { _, _ in false }  // expect-error: no accessible initializers
  _ = OwnStream(whileObserved: start)  // expect-error: requires the types 'OwnStream' and 'EventStream
  _ = Event<Int>(whileObserved: start)  // expect-error: requires the types 'Event<Int>' and 'EventStream
  _ = OwnReaction()  // expect-error: no accessible initializers
  _ = OwnComputed()  // expect-error: no accessible initializers
  _ = OwnScope()  // expect-error: no accessible initializers
}
