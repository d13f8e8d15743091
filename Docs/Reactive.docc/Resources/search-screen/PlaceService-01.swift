/// Finds places by the beginning of their names.
protocol PlaceService: Sendable {
  func places(startingWith prefix: String) async throws(ServiceFailure) -> [String]
}

enum ServiceFailure: Error {
  case offline
}
