import ReactiveCore

func outside(_ model: ViewModel, _ open: OpenBehavior<String>) {
  open.value = "abc"
  open <<= "abc"
  let behavior: Behavior<String> = model.$value
  print(behavior.value)
  behavior.value = "abc"  // expect-error: cannot assign to property
  behavior <<= "abc"  // expect-error: cannot convert value of type 'Behavior<String>'
  behavior.update { $0.append("abc") }  // expect-error: has no member 'update'
  model.$value = open  // expect-error: cannot assign to property
}
