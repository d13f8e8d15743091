import ReactiveBindings

// Ordinary code with closures nested as users nest them. The type checker's work is limited.

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
  widths.first?.assign(to: \.text, onEach: labels) { width in
    labels.enumerated().map { "\($0.offset + width): \($0.element.text)" }.joined(separator: ", ")
  }.store(in: bag)
}

struct NoWidth: Error {}

func bindingTwoWays(_ names: [OpenBehavior<String>], _ widths: [OpenBehavior<Int>], _ labels: [Label]) {
  let edits = Event<Void>()
  let errors = Event<NoWidth>()
  for (index, label) in labels.enumerated() {
    names[index].bindTwoWay(
      to: widths[index],
      converting: Conversion(
        forward: { $0.isEmpty ? 0 : $0.count * 2 + names.count },
        back: { width in widths.map { "\($0.value + width * 2)" }.joined(separator: ", ") }))
    widths[index].bindTwoWay(
      to: \.text, on: label, changes: .event(edits),
      converting: Conversion(
        forward: { "\($0 + 1) of \(labels.map { $0.width * 1.5 }.reduce(0, +))" },
        back: { text throws(NoWidth) in
          guard let width = Int(text.filter { $0 >= "0" && $0 <= "9" }) else { throw NoWidth() }
          return labels.count > 1 ? width - index * 2 : width + 1
        }), errors: errors)
    names[index].bindTwoWay(
      to: \.width, on: label, changes: .event(edits),
      converting: Conversion(
        forward: { text throws(NoWidth) in
          guard let width = Double(text) else { throw NoWidth() }
          return width * 1.5 + 2 - Double(index) / 3
        }, back: { "\($0 / 1.5 - 2 + Double(index) / 3)" }), errors: errors)
  }
}
