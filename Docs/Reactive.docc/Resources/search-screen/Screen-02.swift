import ReactiveTracking

/// Draws a model as text, now and after each change.
@MainActor
final class Screen {
  private var drawing: Effect?

  init(_ model: SearchModel, draw: @escaping (String) -> Void) {
    drawing = Effect {
      let button = model.canRetry ? ["[Retry]"] : []
      draw(([model.status] + model.results + button).joined(separator: "\n"))
    }
  }
}
