import ReactiveCore

func outside(_ model: ViewModel, _ event: Event<Void>) {
  event.trigger(())
  let stream: EventStream<Void> = model.$signal
  stream.trigger(())  // expect-error: has no member 'trigger'
  stream.send(())  // expect-error: has no member 'send'
}
