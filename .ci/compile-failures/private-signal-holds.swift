import ReactiveCore

func outside(_ model: ViewModel) {
  model.$signal.observe { _ in print("heard") }
  model.signal.send(())  // expect-error: setter is inaccessible
}
