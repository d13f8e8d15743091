public import ReactiveTracking

/// The view model of a search: what is typed, what was found for it, and which of that is selected.
@MainActor
public final class Search {
  /// How far it has come, for a line that says so.
  public enum Status: Equatable {
    case idle
    /// The question may still change.
    case typing
    case searching
    /// It went wrong, and is about to be tried again.
    case retrying(ServiceFailure)
    case found(Int)
    case failed(ServiceFailure)
  }

  /// What the task for a question does. Of itself, an `AsyncBehavior` says no more than `.loading`.
  private enum Progress: Equatable {
    case asking
    case failing(ServiceFailure)
  }

  @Atom public var text = ""
  @Atom private var chosen: Place.ID?
  @Atom private var progress: Progress?
  /// What the service says, with what it said before until then.
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
        // A policy knows nothing of failures: its delay comes after the one that the service asks for.
        if case .tooManyQuestions(let delay) = error { try? await clock.sleep(for: delay) }
        throw error
      }
    }
    $question.sink(with: self) { me, _ in me.progress = nil }
  }

  /// What is to be found; nil if nothing is.
  @Derived({ (me: Search) in
    let words = me.text.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  })
  private var question: String?

  /// What is shown: while nothing newer is there, what was found last.
  public var found: Found? { answer.value.value }

  /// Whether what is shown is no answer to what is typed.
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

  /// The place that was chosen as long as it is among those found, wherever it stands; otherwise the first.
  public var selected: Place? { found?.places.first { $0.id == chosen } ?? found?.places.first }

  /// Chooses the place that stands so much further down.
  public func moveSelection(by distance: Int) {
    guard let places = found?.places, let index = places.firstIndex(where: { $0 == selected }) else { return }
    chosen = places[min(max(0, index + distance), places.count - 1)].id
  }

  /// Asks the same question again, at once.
  public func askAgain() {
    batch {
      progress = .asking
      answer.reload(showing: true)
    }
  }

  /// A task that has been cancelled has nothing to say: the progress is that of a later one.
  private func note(_ change: @Sendable (Progress?) -> Progress) {
    if !Task.isCancelled { progress = change(progress) }
  }
}
