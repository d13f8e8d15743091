import ReactiveBindings

final class Label {
  var text = ""
  var isHidden = false
}

final class Form {
  let name = OpenBehavior("Ann")
  let copy = OpenBehavior("")
  let letter = OpenBehavior<Character>("?")
  let label = Label()
  private let bag = SubscriptionBag()

  init() {
    name.assign(to: \.text, on: label).store(in: bag)
    bind(label) { \.text <- name }.store(in: bag)
    name.bindTwoWay(to: copy).store(in: bag)
    let initial = Conversion(forward: { [unowned self] in self.initial(of: $0) }, back: { String($0) })
    name.bindTwoWay(to: letter, converting: initial).store(in: bag)
  }

  func initial(of name: String) -> Character { name.first ?? "?" }
}

@main
struct Client {
  static func main() {
    let form = Form()
    form.name.value = "Bea"
    precondition(form.label.text == "Bea" && form.copy.value == "Bea")
    form.copy.value = "Cleo"
    precondition(form.label.text == "Cleo" && form.letter.value == "C")
    print("done")
  }
}
