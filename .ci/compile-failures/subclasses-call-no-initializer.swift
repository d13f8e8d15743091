import ReactiveCore

// A subclass that declares an initializer finds none in its superclass to call.
final class OwnOpenBehavior: OpenBehavior<Int> {
  var mine = [1]
  init(own: Int) { super.init(own) }  // expect-error: must call a designated initializer of the superclass
}
final class OwnStream: EventStream<Int> {
  var mine = [1]
  init(own: Int) { super.init(whileObserved: { _ in Subscription {} }) }  // expect-error: must call a designated
}
final class OwnReaction: Reaction {
  init(own: Int) { super.init(running: {}) }  // expect-error: initializer is inaccessible
}
