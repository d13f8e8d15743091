import ReactiveCore
import Testing

@Suite("Loadable")
struct LoadableTests {
  private struct Offline: Error, Hashable { var code = 1 }
  private typealias Birds = Loadable<Int, Offline>
  private let all: [Birds] = [
    .idle, .loading(last: nil), .loading(last: 1), .loaded(1), .failed(Offline(), last: nil),
    .failed(Offline(), last: 1),
  ]

  @Test("has the value that was loaded last")
  func value() throws {
    #expect(all.map(\.value) == [nil, nil, 1, 1, nil, 1])
    #expect(all.map(\.isLoading) == [false, true, true, false, false, false])
    #expect(all.map { $0.failure != nil } == [false, false, false, false, true, true])
    #expect(try all[3].get() == 1 && all[2].get() == 1 && all[0].get() == nil)
    #expect(throws: Offline()) { try all[5].get() }
  }

  @Test("maps what it has, and stays what it is")
  func map() {
    let texts = all.map { $0.map { "\($0)" } }
    #expect(texts.map(\.value) == [nil, nil, "1", "1", nil, "1"])
    #expect(texts.map(\.isLoading) == all.map(\.isLoading) && texts.map(\.failure) == all.map(\.failure))
  }

  @Test("each case equals itself alone")
  func equality() {
    for (place, one) in all.enumerated() {
      for (other, two) in all.enumerated() { #expect((one == two) == (place == other)) }
    }
    #expect(Set(all).count == all.count && Birds.failed(Offline(code: 2), last: nil) != all[4])
  }
}
