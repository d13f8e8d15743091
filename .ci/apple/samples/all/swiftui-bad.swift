internal import SwiftUI

struct Form: View {  // expect-error: type 'Form' does not conform to protocol 'View'
  var body: Int { 1 }
}

struct Screen: View {
  @State var name = ""
  var body: some View {
    TextField("Name", text: name)  // expect-error: cannot convert value
  }
}

final class Counter { var count = 0 }

func binding(_ counter: Counter) -> Binding<Int> {
  Binding(
    get: { counter.count },  // expect-error: capture of 'counter' with non-Sendable type
    set: { counter.count = $0 })  // expect-error: capture of 'counter' with non-Sendable type
}

func text(_ screen: Screen) -> Any {
  screen.body  // expect-error: main actor-isolated property 'body' can not be referenced from a nonisolated context
}
