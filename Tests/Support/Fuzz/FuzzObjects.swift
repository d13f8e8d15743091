// Objects as the values of a fuzzer's nodes, one for each number, so that equal numbers are the same object.

package protocol FuzzMarked: AnyObject {}
package protocol FuzzLoose {}

package class FuzzObject: FuzzMarked, FuzzLoose {
  package let number: Int
  private let token: Ledger.Token?
  package init(_ number: Int, _ token: Ledger.Token?) {
    self.number = number
    self.token = token
  }
}

/// Held as its class, equals any other of the same half. Held in any other way, equals only itself.
package final class FuzzTwin: FuzzObject, Equatable {
  package static func == (a: FuzzTwin, b: FuzzTwin) -> Bool { a.number / 2 == b.number / 2 }
}

package final class FuzzObjects {
  private let ledger: Ledger
  private var plain: [FuzzObject] = []
  private var twins: [FuzzTwin] = []

  package init(_ ledger: Ledger) {
    self.ledger = ledger
    plain = (0..<8).map { FuzzObject($0, nil) }
    twins = (0..<8).map { FuzzTwin($0, nil) }
  }

  package func object(_ number: Int, _ isFresh: Bool) -> FuzzObject {
    isFresh ? FuzzObject(number, ledger.token()) : plain[number]
  }
  package func twin(_ number: Int, _ isFresh: Bool) -> FuzzTwin {
    isFresh ? FuzzTwin(number, ledger.token()) : twins[number]
  }

  /// Whether nothing else retains any of them.
  package func areReleased() -> Bool {
    (0..<8).allSatisfy { isKnownUniquelyReferenced(&plain[$0]) && isKnownUniquelyReferenced(&twins[$0]) }
  }
}
