#if canImport(Observation)
import Observation
import ReactiveTestSupport

/// Like a SwiftUI view: a description that is made repeatedly. Its `body` reruns when a value it read changes.
protocol FakeView {
  /// The view's parameters. Making it again with the same ones does not render it.
  var inputs: [AnyHashable] { get }
  /// Distinguishes it from its siblings; nil uses its position.
  var id: AnyHashable? { get }
  var body: [any FakeView] { get }
}

extension FakeView {
  var inputs: [AnyHashable] { [] }
  var id: AnyHashable? { nil }
}

/// A visible view without children.
struct Label: FakeView {
  let text: String
  var inputs: [AnyHashable] { [text] }
  var body: [any FakeView] { [] }
  init(_ text: String) { self.text = text }
}

/// The model as a binding: `$model.name` of SwiftUI's `@Bindable`.
@dynamicMemberLookup
struct FakeBindable<Model: AnyObject> {
  let model: Model
  subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Model, Value>) -> FakeBinding<Value> {
    FakeBinding(get: { model[keyPath: path] }, set: { model[keyPath: path] = $0 })
  }
}

struct FakeBinding<Value> {
  let get: () -> Value
  let set: (Value) -> Void
}

/// Keeps views on screen: runs bodies in `withObservationTracking`, and in each turn reruns those that were notified.
final class ViewHost {
  /// The body runs since this was last emptied, by view type.
  var renders: [String: Int] = [:]
  private var root: Shown?

  init(_ view: any FakeView) {
    let root = Shown(view)
    self.root = root
    render(root)
  }

  var lines: [String] {
    func lines(_ shown: Shown) -> [String] {
      if let label = shown.view as? Label { return [label.text] }
      return shown.children.flatMap(lines)
    }
    return root.map(lines) ?? []
  }

  /// Simulates the main loop after an event. Returns the number of body runs.
  @discardableResult
  func turn() -> Int {
    let before = renders.values.reduce(0, +)
    func visit(_ shown: Shown) {
      if shown.invalidations.value > shown.rendered { render(shown) }
      for child in shown.children { visit(child) }
    }
    if let root { visit(root) }
    return renders.values.reduce(0, +) - before
  }

  func close() { root = nil }

  private final class Shown {
    var view: any FakeView
    var children: [Shown] = []
    let invalidations = SendableCount()
    var rendered = 0
    init(_ view: any FakeView) { self.view = view }
    func isSame(as other: any FakeView) -> Bool { type(of: view) == type(of: other) && view.id == other.id }
  }

  private func render(_ shown: Shown) {
    if shown.view is Label { return }
    renders["\(type(of: shown.view))", default: 0] += 1
    let invalidations = shown.invalidations
    shown.rendered = invalidations.value
    let body = withObservationTracking {
      shown.view.body
    } onChange: {
      invalidations.increment()
    }
    var known: [AnyHashable: Shown] = [:]
    for child in shown.children { if let id = child.view.id { known[id] = child } }
    let old = shown.children
    shown.children = body.enumerated().map { place, view in
      let before = view.id.map { known[$0] } ?? (place < old.count ? old[place] : nil)
      guard let before, before.isSame(as: view) else {
        let new = Shown(view)
        render(new)
        return new
      }
      let isSame = before.view.inputs == view.inputs
      before.view = view
      if !isSame { render(before) }
      return before
    }
  }
}
#endif
