import ReactiveCore

func requireSendable<Value: Sendable>(_ value: Value) {}

func outside(_ behavior: Behavior<Int>, _ stream: EventStream<Int>) {
  requireSendable(behavior.value)
  requireSendable(behavior)  // expect-error: does not conform to the 'Sendable' protocol
  requireSendable(stream)  // expect-error: does not conform to the 'Sendable' protocol
  Task { @Sendable in print(behavior.value) }  // expect-error: capture of 'behavior' with non-Sendable type
}
