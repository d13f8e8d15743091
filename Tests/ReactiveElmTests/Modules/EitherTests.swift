import Foundation
import ReactiveElm
import Testing

@Suite("What belongs to one of two kinds")
struct EitherTests {
  @Test("is what both kinds are: equal, hashed, written and read by its kind")
  func conformances() throws {
    typealias Value = Either<Int, String>
    let all: Set<Value> = [.first(1), .second("1"), .first(1)]
    #expect(all.count == 2)
    let data = try JSONEncoder().encode([Value.first(1), .second("a")])
    #expect(try JSONDecoder().decode([Value].self, from: data) == [.first(1), .second("a")])
    let types: [Any.Type] = [Either<Never, Never>.self, Either<Never, Int>.self]
    #expect(types.map { $0 is any Uninhabited.Type } == [true, false])
  }

  @Test("has a value where both kinds have the same type")
  func value() {
    #expect([Either<Int, Int>.first(1), .second(2)].map(\.value) == [1, 2])
  }
}
