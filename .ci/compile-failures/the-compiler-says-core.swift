import ReactiveCore

// Rows of the table "When the compiler says" in Docs/Debugging.md: a program with ReactiveCore alone.

struct Person { var name = "" }

final class Label { var text = "" }

func missingLayers(_ count: OpenBehavior<Int>, _ label: Label) {
  _ = count.map { "\($0)" }  // expect-error: value of type 'OpenBehavior<Int>' has no member 'map'
  count.assign(to: \.text, on: label)  // expect-error: has no member 'assign' | cannot infer key path type
}

func misspelled(_ person: OpenBehavior<Person>, _ label: Label) {
  // expect-error: cannot infer key path type from context | missing argument label | class type | multi-argument
  person.observe(\.nme) { print($0) }
  // expect-error: type 'Any' cannot conform to 'Equatable' | value of type 'Person' has no member 'nme'
  person.observe(\.nme, with: label) { print($1) }
}
