import ReactiveTracking

/// Draws a model as text, now and after each change.
@MainActor
final class Screen {
  private var drawing: Effect?

  init(_ model: SearchModel, draw: @escaping (String) -> Void) {
    drawing = Effect {
      draw(([model.status] + model.results).joined(separator: "\n"))
    }
  }
}
