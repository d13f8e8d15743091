#if canImport(Observation)
import Observation
import ReactiveTestSupport

/// A view as in SwiftUI: a description, made again and again, whose `body` is run when something that it has read changes.
protocol FakeView {
  /// What it was made with. A view that is made again with the same is not rendered for that.
  var inputs: [AnyHashable] { get }
  /// What tells it from its siblings, if not its place among them.
  var id: AnyHashable? { get }
  var body: [any FakeView] { get }
}

extension FakeView {
  var inputs: [AnyHashable] { [] }
  var id: AnyHashable? { nil }
}

/// A view that is shown, and made of no others.
struct Label: FakeView {
  let text: String
  var inputs: [AnyHashable] { [text] }
  var body: [any FakeView] { [] }
  init(_ text: String) { self.text = text }
}

/// The same model as a binding sees it: `$model.name` of SwiftUI's `@Bindable`.
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

/// Keeps views on screen: runs bodies in `withObservationTracking`, and in each turn again those that were notified.
final class ViewHost {
  /// How often bodies ran since this was emptied, by the type of view.
  var renders: [String: Int] = [:]
  private var root: Shown?

  init(_ view: any FakeView) {
    let root = Shown(view)
    self.root = root
    render(root)
  }

  /// What is on screen.
  var lines: [String] {
    func lines(_ shown: Shown) -> [String] {
      if let label = shown.view as? Label { return [label.text] }
      return shown.children.flatMap(lines)
    }
    return root.map(lines) ?? []
  }

  /// What the main loop does after each event. Returns how many bodies ran.
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
