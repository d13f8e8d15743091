import ReactiveCore

func outside(_ model: ViewModel) {
  print(model.value)
  model.$value.observe { print($0) }
  model.value = "abc"  // expect-error: setter is inaccessible
  model.value.append("abc")  // expect-error: setter is inaccessible
}
