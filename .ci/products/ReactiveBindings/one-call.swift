import ReactiveBindings

final class Label: BindingTarget {
  var number: Int32 = 0
}

let number = OpenBehavior(CommandLine.argc)
let label = Label()
number.assign(to: \.number, on: label)
print("hello", label.number)
