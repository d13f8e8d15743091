import ReactiveBindings
import ReactiveTestSupport

final class TwoWayLibrary: TwoWayWorld {
  private let script: TwoWayScript
  private let ledger: Ledger
  private var nodes: [OpenBehavior<Opaque>?] = []
  private var objects: [Field?] = []
  private var subscriptions: [Int: Subscription] = [:]
  private let errors = Event<TwoWayScript.Refused>()

  /// An object with two properties for one number.
  final class Field {
    private let script: TwoWayScript
    private let index: Int
    private let token: Ledger.Token
    private(set) var stored: Int
    let edited = Event<Void>()
    var callbacks: [(number: Int, call: () -> Void)] = []

    init(_ script: TwoWayScript, _ index: Int, _ ledger: Ledger) {
      self.script = script
      self.index = index
      stored = script.objects[index].value
      token = ledger.token()
    }
    var number: Int {
      get { stored }
      set { set(newValue) }
    }
    var opaque: Opaque {
      get { Opaque(stored) }
      set { set(newValue.number) }
    }
    private func set(_ number: Int) {
      stored = script.objects[index].setter.accept(stored, number)
      script.written(object: index, number)
      if script.objects[index].announcesWrites { announce() }
    }
    func edit(_ number: Int?) {
      stored = number ?? stored
      announce()
    }
    private func announce() {
      for callback in callbacks { callback.call() }
      edited.trigger()
    }
  }

  init(_ script: TwoWayScript, _ ledger: Ledger) {
    self.script = script
    self.ledger = ledger
    for (index, node) in script.nodes.enumerated() {
      let behavior =
        node.alwaysNotifies
        ? OpenBehavior(Opaque(node.value)) : OpenBehavior(Opaque(node.value), isDuplicate: { $0.number == $1.number })
      let token = ledger.token()
      behavior.sink {
        _ = token
        script.notified(node: index, $0.number)
      }
      nodes.append(behavior)
    }
    for index in script.objects.indices { objects.append(Field(script, index, ledger)) }
    errors.sink { script.failed($0.number) }
  }

  var values: [Int?] { nodes.map { $0?.value.number } + objects.map { $0?.stored } }
  func write(node: Int, _ number: Int) { nodes[node]?.value = Opaque(number) }
  func edit(object: Int, _ number: Int?) { objects[object]?.edit(number) }
  func cancel(_ binding: Int) {
    subscriptions[binding]?.cancel()
  }
  func kill(node: Int) { nodes[node] = nil }
  func kill(object: Int) { objects[object] = nil }
  func batch(_ body: () -> Void) { ReactiveCore.batch(body) }

  func bind(_ binding: TwoWayScript.Binding) {
    guard let first = nodes[binding.first] else { return }
    switch binding.second {
    case .node(let other): subscriptions[binding.number] = bind(first, nodes[other]!, binding)
    case .object(let object):
      let field = objects[object]!
      subscriptions[binding.number] =
        script.objects[object].isComparable
        ? bindNumber(first, field, source(binding), binding) : bindOpaque(first, field, source(binding), binding)
    }
  }

  private func bind(
    _ first: OpenBehavior<Opaque>, _ other: OpenBehavior<Opaque>, _ binding: TwoWayScript.Binding
  ) -> Subscription {
    let (forward, back) = functions(binding)
    switch binding.conversion {
    case .same: return first.bindTwoWay(to: other)
    case .failing:
      return first.bindTwoWay(
        to: other,
        converting: Conversion(
          forward: { number throws(TwoWayScript.Refused) in Opaque(try forward(number.number)) },
          back: { number throws(TwoWayScript.Refused) in Opaque(try back(number.number)) }), errors: errors)
    default:
      return first.bindTwoWay(
        to: other,
        converting: Conversion(forward: { Opaque(try! forward($0.number)) }, back: { Opaque(try! back($0.number)) }))
    }
  }
  private func bindNumber(
    _ first: OpenBehavior<Opaque>, _ field: Field, _ source: ChangeSource<Field, Int>, _ binding: TwoWayScript.Binding
  ) -> Subscription {
    let (forward, back) = functions(binding)
    if binding.conversion == .failing {
      return first.bindTwoWay(
        to: \.number, on: field, changes: source,
        converting: Conversion(
          forward: { number throws(TwoWayScript.Refused) in try forward(number.number) },
          back: { number throws(TwoWayScript.Refused) in Opaque(try back(number)) }), errors: errors)
    }
    return first.bindTwoWay(
      to: \.number, on: field, changes: source,
      converting: Conversion(forward: { try! forward($0.number) }, back: { Opaque(try! back($0)) }))
  }
  private func bindOpaque(
    _ first: OpenBehavior<Opaque>, _ field: Field, _ source: ChangeSource<Field, Opaque>,
    _ binding: TwoWayScript.Binding
  ) -> Subscription {
    let (forward, back) = functions(binding)
    switch binding.conversion {
    case .same: return first.bindTwoWay(to: \.opaque, on: field, changes: source)
    case .failing:
      return first.bindTwoWay(
        to: \.opaque, on: field, changes: source,
        converting: Conversion(
          forward: { number throws(TwoWayScript.Refused) in Opaque(try forward(number.number)) },
          back: { number throws(TwoWayScript.Refused) in Opaque(try back(number.number)) }), errors: errors)
    default:
      return first.bindTwoWay(
        to: \.opaque, on: field, changes: source,
        converting: Conversion(forward: { Opaque(try! forward($0.number)) }, back: { Opaque(try! back($0.number)) }))
    }
  }

  private typealias Function = (Int) throws(TwoWayScript.Refused) -> Int

  private func functions(_ binding: TwoWayScript.Binding) -> (forward: Function, back: Function) {
    let token = ledger.token()
    let script = script
    func report(_ number: Int) {
      _ = token
      if binding.conversion != .same { script.converted(binding.number, number) }
    }
    return (
      { number throws(TwoWayScript.Refused) in
        report(number)
        return try binding.conversion.forward(number)
      },
      { number throws(TwoWayScript.Refused) in
        report(number)
        return try binding.conversion.back(number)
      }
    )
  }

  private func source<Value>(_ binding: TwoWayScript.Binding) -> ChangeSource<Field, Value> {
    if !binding.isByCallback {
      guard case .object(let object) = binding.second else { fatalError("an object") }
      return .event(objects[object]!.edited)
    }
    return .callback { field, changed in
      field.callbacks.append((binding.number, changed))
    } unregister: { field in
      field.callbacks.removeAll { $0.number == binding.number }
    }
  }
}
