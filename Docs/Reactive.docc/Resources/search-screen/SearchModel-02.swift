import ReactiveTracking

@MainActor
final class SearchModel {
  @Atom var query = ""
  private(set) var places: AsyncBehavior<[String], ServiceFailure>!

  init(service: some PlaceService) {
    places = deriveAsync { [unowned self] in
      query
    } answer: { query throws(ServiceFailure) in
      try await service.places(startingWith: query)
    }
  }
}
