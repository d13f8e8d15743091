import ReactiveTestSupport
import ReactiveTracking
import Testing

@MainActor
@Suite("deriveAsync")
struct DeriveAsyncTests {
  private struct Offline: Error, Equatable {}

  private final class Search {
    @Atom var text = ""
    @Atom var country = "NO"
    let desk = AnswerDesk()
  }
  private let search = Search()

  private func make() -> AsyncBehavior<String, any Error> {
    deriveAsync { [search] in
      search.text.isEmpty ? nil : "\(search.text.lowercased()) in \(search.country)"
    } answer: { [desk = search.desk] in
      try await desk.answer($0)
    }
  }

  @Test("asks what its question comes to, once for all that it reads")
  func asks() async throws {
    let birds = make()
    let effect = Effect { _ = birds.value }
    #expect(birds.value.value == nil && !search.desk.hasArrivals)
    batch {
      search.text = "Wren"
      search.country = "SE"
    }
    #expect(await search.desk.next() == "wren in SE")
    search.desk.resolve("wren in SE")
    #expect(try await birds.settled() == "wren in SE!")
    search.text = "WREN"
    #expect(!birds.value.isLoading && !search.desk.hasArrivals)
    effect.cancel()
  }

  @Test("an effect, a derivation and a scope that depend on it, near or far, make it ask")
  func dependents() async throws {
    let birds = make()
    search.text = "owl"
    let count = derive { birds.value.value?.count ?? 0 }
    #expect(count.value == 0 && !search.desk.hasArrivals)
    let scope = EffectScope()
    scope.effect { _ = count.value }
    #expect(await search.desk.next() == "owl in NO")
    scope.cancel()
    await search.desk.waitForCancel()
    #expect(search.desk.cancelled == ["owl in NO"])
  }

  @Test("an effect that runs again asks nothing anew")
  func effectRunsAgain() async throws {
    let birds = make()
    let other = atom(0)
    search.text = "owl"
    let effect = Effect { _ = (other.value, birds.value) }
    _ = await search.desk.next()
    other.value = 1
    #expect(!search.desk.hasArrivals && search.desk.cancelled.isEmpty)
    effect.cancel()
  }

  @Test("errors are typed, and those that are equal are one")
  func errors() async throws {
    let number = atom(1)
    let half = deriveAsync {
      number.value
    } answer: { number throws(Offline) -> Int in
      if !number.isMultiple(of: 2) { throw Offline() }
      return number / 2
    }
    var log: [Loadable<Int, Offline>] = []
    let subscription = half.observe { log.append($0) }
    await #expect(throws: Offline()) { try await half.settled() }
    half.reload()
    await #expect(throws: Offline()) { try await half.settled() }
    number.value = 4
    #expect(try await half.settled() == 2)
    #expect(log == [.loading(last: nil), .failed(Offline(), last: nil), .loading(last: nil), .loaded(2)])
    subscription.cancel()
  }

  @Test("on an actor of its own")
  func ownActor() async throws {
    actor Library {
      private let title = atom("A")
      private var pages: AsyncBehavior<Int, Never>?
      private var effect: Effect?
      private(set) var log: [Int] = []
      func begin() {
        pages = deriveAsync { [title] in
          title.value
        } answer: {
          $0.utf8.count
        }
        effect = Effect { [unowned self] in note(self.pages?.value.value) }
      }
      private func note(_ pages: Int?) { if let pages { log.append(pages) } }
      func read(_ title: String) async throws -> Int? {
        self.title.value = title
        return try await pages?.settled()
      }
    }
    let library = Library()
    await library.begin()
    #expect(try await library.read("ABC") == 3)
    #expect(try await library.read("ABCDE") == 5)
    #expect(await library.log.last == 5)
  }

  @Test("10,000 screens that come and go leave nothing behind")
  func screens() async throws {
    let before = search.desk.cancelled.count
    weak var last: AsyncBehavior<Int, Never>?
    let size = atom(1)
    for round in 0..<10_000 {
      let area = deriveAsync {
        size.value
      } answer: {
        $0 * $0
      }
      let effect = Effect { _ = area.value }
      if round.isMultiple(of: 1000) { #expect(try await area.settled() == size.value * size.value) }
      last = area
      size.value += 1
      effect.cancel()
    }
    #expect(last == nil && search.desk.cancelled.count == before)
  }

  @Test("messages identify last and isLoading by the behavior")
  @MainActor func labels() {
    let named = deriveAsync(name: "answer") {
      1
    } answer: {
      $0
    }
    #expect(named.last.label == "answer.last" && named.isLoading.label == "answer.isLoading")
    let placed = deriveAsync(file: "Answer.swift", line: 7) {
      1
    } answer: {
      $0
    }
    #expect(placed.last.label == "Answer.swift:7" && placed.isLoading.label == "Answer.swift:7")
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("outside of any actor it stops, and says which one", arguments: [nil, "birds"])
  func noActor(name: String?) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [name = name as String?] in
      _ = await Task.detached {
        deriveAsync(isolation: nil, name: name, file: "Answer.swift", line: 7) {
          1
        } answer: {
          $0
        }.value.isLoading
      }.value
    }
    try expectStop(result, says: ["\(name ?? "Answer.swift:7") was made by deriveAsync outside of any actor"])
  }
  #endif
}
