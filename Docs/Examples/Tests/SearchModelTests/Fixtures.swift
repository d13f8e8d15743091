import ExampleTerminal
import ReactiveTracking

@testable import SearchModel

/// A service that the test answers at any time, even after its task was cancelled.
final class Desk: Sendable {
  struct Call: Sendable {
    let question: String
    let reply: @Sendable (Result<Found, ServiceFailure>) -> Void

    func find(_ places: Place...) { reply(.success(Found(question: question, places: places, count: places.count))) }
    func fail(_ failure: ServiceFailure = .offline) { reply(.failure(failure)) }
  }

  private let (calls, source) = AsyncStream<Call>.makeStream()

  @Sendable func find(_ question: String) async throws(ServiceFailure) -> Found {
    try await withCheckedContinuation { continuation in
      source.yield(Call(question: question) { continuation.resume(returning: $0) })
    }.get()
  }

  /// Waits for the next question.
  func next() async -> Call {
    for await call in calls { return call }
    preconditionFailure("the stream does not end")
  }
}

extension Place {
  static let wick = Place(id: 1, name: "Wick")
  static let wrenbury = Place(id: 2, name: "Wrenbury")
  static let wrenford = Place(id: 3, name: "Wrenford")
}

/// A search with a desk, and a log of its states.
@MainActor
final class Session {
  let clock = ManualClock()
  let desk = Desk()
  let search: Search
  private(set) var log: [String] = []
  private var logging: Effect?

  init() {
    search = Search(clock: clock, find: desk.find)
    logging = Effect { [unowned self] in
      let names = search.found?.places.map(\.name).joined(separator: " ") ?? "nothing"
      log.append("\(search.status): \(names)\(search.isStale ? ", stale" : "")")
    }
  }

  /// Types a text, and advances the clock until the question is sent.
  func ask(_ text: String) async -> Desk.Call {
    search.text = text
    clock.advance(by: .milliseconds(300))
    return await desk.next()
  }

  /// Waits until the reply arrives.
  func settle() async { _ = try? await search.answer.settled() }

  /// The states since the last call.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }
}
