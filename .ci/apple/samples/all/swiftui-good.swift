internal import Combine
public import SwiftUI

final class Model: ObservableObject {
  @Published var name = ""
}

@MainActor final class Account {
  var owner = ""
  var binding: Binding<String> {
    Binding(get: { @MainActor in self.owner }, set: { @MainActor in self.owner = $0 })
  }
}

@propertyWrapper @MainActor public struct Watched: DynamicProperty {
  @ObservedObject private var model = Model()
  public init() {}
  public var wrappedValue: String {
    get { model.name }
    nonmutating set { model.name = newValue }
  }
  public var projectedValue: Binding<String> { $model.name }
  nonisolated public mutating func update() {}
}

public struct Form: View {
  @Watched private var name
  @State private var accepted = false
  @Binding private var email: String
  public init(email: Binding<String>) { _email = email }
  public var body: some View {
    VStack {
      Text(name)
      TextField("Name", text: $name)
      TextField("E-mail", text: $email)
      Toggle(isOn: $accepted) { Text("Accept") }
      Button(action: { name = "" }) { Text("Clear") }
    }
  }
}
