import ReactiveCore

final class OwnNode: ReactiveNode {}
final class OwnBehavior: Behavior<Int> {}
final class OwnStream: EventStream<Int> {}

func outside() {
  _ = OpenBehavior(1)
  _ = OwnNode()  // expect-error: no accessible initializers
  _ = OwnBehavior()  // expect-error: no accessible initializers
  _ = OwnStream()  // expect-error: no accessible initializers
}
