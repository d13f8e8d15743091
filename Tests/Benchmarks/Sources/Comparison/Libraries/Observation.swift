import Observation

/// Observation: `withObservationTracking` notifies once, and before the change. Here each is armed again after it,
/// by a queue: the value is read with tracking, and the handler is called with it afterwards. What is derived is a
/// function, as a computed property is.
enum ObservationRearmed: DerivingLibrary {
  @Observable final class Model {
    var value: Int

    init(_ value: Int) { self.value = value }
  }

  private nonisolated(unsafe) static var fired: [@Sendable () -> Void] = []
  private nonisolated(unsafe) static var isRunning = false

  static let name = "Observation"
  static let keepsDerivedValues = false

  static func source(_ value: Int, named name: String) -> Model { Model(value) }
  static func node(_ source: Model) -> () -> Int { { source.value } }
  static func read(_ source: Model) -> Int { source.value }

  static func write(_ value: Int, to source: Model) { rearming { source.value = value } }

  /// Calls `write`, and then whatever it made fire.
  private static func rearming(_ write: () -> Void) {
    write()
    if isRunning { return }
    isRunning = true
    while !fired.isEmpty {
      let present = fired
      fired = []
      for arm in present { arm() }
    }
    isRunning = false
  }

  static func observe(_ node: @escaping () -> Int, _ handler: @escaping (Int) -> Void) { arm(node, handler) }

  static let canCancel = false
  static func cancel(_ token: Void) {}

  /// What Observation has no word for: its handler looks whether the owner is still there.
  static func observe(_ node: @escaping () -> Int, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    arm(node) { [weak owner] value in
      if owner != nil { handler(value) }
    } while: { [weak owner] in
      owner != nil
    }
  }

  private static func arm(
    _ node: @escaping () -> Int, _ handler: @escaping (Int) -> Void, while isWanted: @escaping () -> Bool = { true }
  ) {
    nonisolated(unsafe) let (node, handler, isWanted) = (node, handler, isWanted)
    let value = withObservationTracking(node) {
      fired.append {
        if isWanted() { arm(node, handler, while: isWanted) }
      }
    }
    handler(value)
  }

  static func map(_ node: @escaping () -> Int, _ function: @escaping (Int) -> Int) -> () -> Int { { function(node()) } }

  static func join(
    _ one: @escaping () -> Int, _ other: @escaping () -> Int, _ function: @escaping (Int, Int) -> Int
  ) -> () -> Int {
    { function(one(), other()) }
  }

  static func join(_ nodes: [() -> Int], _ function: @escaping ([Int]) -> Int) -> () -> Int {
    { function(nodes.map { $0() }) }
  }

  static func value(of node: () -> Int) -> Int? { node() }

  static func readRing() -> Bool {
    var right: (() -> Int)?
    let left = { (right?() ?? 0) &+ 1 }
    right = { left() &+ 1 }
    kept.append(left())
    return true
  }
}

extension ObservationRearmed: RowLibrary {
  @Observable final class Rows {
    var rows: [Row]

    init(_ rows: [Row]) { self.rows = rows }
  }

  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (Int, Int) -> Void {
    let model = Rows(rows)
    observe({ countOfOdd(model.rows) }, observer)
    return { id, value in
      rearming { model.rows[id].value = value }
    }
  }
}
