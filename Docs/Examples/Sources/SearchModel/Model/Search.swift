public import ReactiveTracking

/// The view model of a search: the text, the results, and the selection.
@MainActor
public final class Search {
  /// The state, for a status line.
  public enum Status: Equatable {
    case idle
    /// The question may still change.
    case typing
    case searching
    /// A failure, before the next try.
    case retrying(ServiceFailure)
    case found(Int)
    case failed(ServiceFailure)
  }

  /// The progress of a question's task. An `AsyncBehavior` alone reports only `.loading`.
  private enum Progress: Equatable {
    case asking
    case failing(ServiceFailure)
  }

  @Atom public var text = ""
  @Atom private var chosen: Place.ID?
  @Atom private var progress: Progress?
  /// The service's answer; until then, with the previous one.
  public private(set) var answer: AsyncBehavior<Found, ServiceFailure>!

  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    find: @escaping @Sendable (_ question: String) async throws(ServiceFailure) -> Found
  ) {
    answer = deriveAsync(
      after: .milliseconds(300), clock: clock, onFailure: .retry(times: 2, after: .milliseconds(500))
    ) { [unowned self] in
      question
    } answer: { [weak self] question throws(ServiceFailure) in
      await self?.note { $0 ?? .asking }
      do throws(ServiceFailure) { return try await find(question) } catch {
        await self?.note { _ in .failing(error) }
        // A policy does not see errors: its delay follows the delay that the service requires.
        if case .tooManyQuestions(let delay) = error { try? await clock.sleep(for: delay) }
        throw error
      }
    }
    $question.sink(with: self) { me, _ in me.progress = nil }
  }

  /// The question; nil if there is none.
  @Derived({ (me: Search) in
    let words = me.text.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  })
  private var question: String?

  /// The result shown: the latest, until a newer one arrives.
  public var found: Found? { answer.value.value }

  /// Whether the shown result belongs to another question.
  public var isStale: Bool { found != nil && found?.question != question }

  public var status: Status {
    switch answer.value {
    case .idle: .idle
    case .loading:
      switch progress {
      case nil: .typing
      case .asking: .searching
      case .failing(let failure): .retrying(failure)
      }
    case .loaded(let found): .found(found.count)
    case .failed(let failure, _): .failed(failure)
    }
  }

  /// The chosen place if it is still found, at any position; otherwise the first.
  public var selected: Place? { found?.places.first { $0.id == chosen } ?? found?.places.first }

  /// Moves the selection down by `distance`.
  public func moveSelection(by distance: Int) {
    guard let places = found?.places, let index = places.firstIndex(where: { $0 == selected }) else { return }
    chosen = places[min(max(0, index + distance), places.count - 1)].id
  }

  /// Repeats the question at once.
  public func askAgain() {
    batch {
      progress = .asking
      answer.reload(showing: true)
    }
  }

  /// Ignores cancelled tasks: the progress belongs to a later one.
  private func note(_ change: @Sendable (Progress?) -> Progress) {
    if !Task.isCancelled { progress = change(progress) }
  }
}
