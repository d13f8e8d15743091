import ReactiveBindings

struct Loose { var number = 0 }
struct Refused: Error {}
final class Label: BindingTarget {
  var text = ""
  var optionalText: String?
  var number = 0
  var loose = Loose()
  let edited = Event<Void>()
  func show(_ text: String) { print("shows", text) }
}
final class Keeper: Updating {
  func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void) { updater() }
}

// One of each kind, using only the public interface.
func use() {
  let label = Label()
  let title = OpenBehavior("Home")
  let number = OpenBehavior(1)
  let loose = OpenBehavior(Loose())
  let event = Event<String>()
  var parts = [title.assign(to: \.text, on: label), title.assign(to: \.optionalText, onEach: [label])]
  parts += [number.assign(describeTo: \.text, on: label), number.assign(to: \.text, on: label) { "\($0)" }]
  parts += [title.assign(to: Label.show, on: label), loose.assign(to: \.loose, on: label)]
  parts += [event.assign(to: \.text, on: label), event.assign(to: Label.show, on: label)]
  parts.append(bind(label) { \.number <- number })
  parts.append(
    label.bind {
      if label.number == 1 { \.text <- title }
      \.loose <- loose
      \.text <- event
    })
  Keeper().bind(object: label, keyPath: \.number, toProperty: number)
  parts.append(title.bindTwoWay(to: OpenBehavior("")))
  parts.append(loose.bindTwoWay(to: \.loose, on: label, changes: .event(label.edited)))
  let errors = Event<Refused>()
  errors.sink { print("refused", $0) }
  parts.append(
    number.bindTwoWay(
      to: \.text, on: label, changes: .event(label.edited),
      converting: Conversion(
        forward: { "\($0)" },
        back: { text throws(Refused) in
          guard let number = Int(text) else { throw Refused() }
          return number
        }), errors: errors))
  label.text = "no number"
  label.edited.trigger()
  label.text = "7"
  label.edited.trigger()
  title.value = "End"
  loose.value.number = 3
  event.trigger("event")
  for part in parts { part.cancel() }
  print(label.text, label.number, label.loose, number)
}
use()
print("done")
