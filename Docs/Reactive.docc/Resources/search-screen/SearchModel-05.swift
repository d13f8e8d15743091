import ReactiveTracking

@MainActor
final class SearchModel {
  @Atom var query = ""
  private(set) var places: AsyncBehavior<[String], ServiceFailure>!

  init(service: some PlaceService, clock: any Clock<Duration> = ContinuousClock()) {
    places = deriveAsync(after: .milliseconds(300), clock: clock) { [unowned self] in
      question
    } answer: { question throws(ServiceFailure) in
      try await service.places(startingWith: question)
    }
  }

  /// The query without surrounding spaces; nil if nothing remains.
  private var question: String? {
    let words = query.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The line above the results.
  var status: String {
    switch places.value {
    case .idle: "Type a name"
    case .loading: "Searching …"
    case .loaded(let places): "Found: \(places.count)"
    case .failed(.offline, _): "You are offline"
    }
  }
}
