import ReactiveBindings

final class Field: BindingTarget {
  var text = ""
  var isHighlighted = false
  let edited = Event<Void>()
}

func use() {
  let name = OpenBehavior("Ad")
  let isEmpty = OpenBehavior(false)
  let field = Field()
  let bag = SubscriptionBag()
  name.bindTwoWay(to: \.text, on: field, changes: .event(\.edited)).store(in: bag)
  field.bind { \.isHighlighted <- isEmpty }.store(in: bag)
  name.assign(to: \.value, on: isEmpty) { $0.isEmpty }
  field.text = "Ada"
  field.edited.trigger()
  print(name.value)
  name.value = ""
  print(field.isHighlighted)
}
use()
