import ReactiveCore

/// A model as an app writes it: `private(set)` keeps the write side in this file.
final class ViewModel {
  @Property private(set) var value: String = ""
  @Signal private(set) var signal: Accepts<Void>

  func change(to newValue: String) {
    value = newValue
    signal.send(())
  }
}
