import ReactiveBindings

// Ordinary code with nested closures, as users write it. Each function is type-checked in less than a second.

final class Label {
  var text = ""
  var tooltip: String?
  var isHidden = false
  var width = 0.0
}

func assigning(
  _ names: [OpenBehavior<String>], _ widths: [OpenBehavior<Int>], _ labels: [Label], _ bag: SubscriptionBag
) {
  for (index, label) in labels.enumerated() {
    names[index].assign(to: \.text, on: label).store(in: bag)
    names[index].assign(to: \.isHidden, on: label) { $0.isEmpty || $0.count > 10 && $0 != "all" }.store(in: bag)
    names[index].assign(to: \.tooltip, on: label) { $0.isEmpty ? nil : "\($0.count + 1) of \(names.count * 2)" }.store(
      in: bag)
    widths[index].assign(to: \.width, on: label) { Double($0) * 1.5 + 2 - Double(index) / 3 }.store(in: bag)
  }
  widths.first?.assign(to: \.text, on: labels) { width in
    labels.enumerated().map { "\($0.offset + width): \($0.element.text)" }.joined(separator: ", ")
  }.store(in: bag)
}
