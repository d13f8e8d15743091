import ReactiveTracking

@MainActor
final class SearchModel {
  @Atom var query = ""
}
