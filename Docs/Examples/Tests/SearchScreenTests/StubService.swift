@testable import SearchScreen

/// Answers at once from a list, and records the questions.
actor StubService: PlaceService {
  private(set) var questions: [String] = []
  private var failures = 0

  /// Makes the next `count` questions fail.
  func fail(_ count: Int) { failures = count }

  func places(startingWith prefix: String) async throws(ServiceFailure) -> [String] {
    questions.append(prefix)
    if failures > 0 {
      failures -= 1
      throw .offline
    }
    return ["Wells", "Wick", "Wigan", "York"].filter { $0.hasPrefix(prefix) }
  }
}
