import ReactiveCore

/// A typical model of an app: `private(set)` keeps the write side in this file.
final class ViewModel {
  @Property private(set) var value: String = ""
  @Signal private(set) var signal: Accepts<Void>

  func change(to newValue: String) {
    value = newValue
    signal.send(())
  }
}
