import ReactiveBindings

/// Replaces Objective-C's objects in these tests: only numbers and texts can be shown.
enum KVOShown: Equatable, CustomStringConvertible {
  case number(Int)
  case text(String)

  init?(_ value: Any) {
    switch value {
    case let number as Int: self = .number(number)
    case let text as String: self = .text(text)
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

/// A KVO property without Objective-C, with its observers' view.
final class KVOProbe: KVOShell {
  private(set) var state: KVOState<KVOShown>! = nil
  /// The deliveries: the value before and after each change.
  private(set) var notified: [String] = []
  private(set) var messages: [String] = []
  /// Called before and after each change, like observers.
  var observersBefore: [(KVOProbe) -> Void] = []
  var observers: [(KVOProbe) -> Void] = []

  init<Value>(following parent: Behavior<Value>) { start(.following(parent, bridge: KVOShown.init)) }
  init<Value>(sharing parent: OpenBehavior<Value>) { start(.sharing(parent, bridge: KVOShown.init)) }

  private func start(_ parent: KVOParent<KVOShown>) {
    state = KVOState(parent) { [unowned self] in messages.append($0) }
    state.shell = self
  }

  var value: KVOShown? { state.value }
  var number: Int? { if case .number(let number)? = value { number } else { nil } }
  func write(_ value: Any?) { state.write(value) }

  func news() -> [String] {
    defer { notified = [] }
    return notified
  }

  private var text: String { value?.description ?? "nil" }
  private var before = ""
  func valueWillChange() {
    before = text
    for observer in observersBefore { observer(self) }
  }
  func valueDidChange() {
    notified.append("\(before) -> \(text)")
    for observer in observers { observer(self) }
  }
}
