// What the nodes of a fuzzer hold where they hold objects: each number is one object, so that two values are the same
// object if their numbers are equal.

package protocol FuzzMarked: AnyObject {}
package protocol FuzzLoose {}

/// An object that stands for a number.
package class FuzzObject: FuzzMarked, FuzzLoose {
  package let number: Int
  private let token: Ledger.Token?
  package init(_ number: Int, _ token: Ledger.Token?) {
    self.number = number
    self.token = token
  }
}

/// One that equals another of the same half, where it is held as its class. Held in any other way, it equals itself.
package final class FuzzTwin: FuzzObject, Equatable {
  package static func == (a: FuzzTwin, b: FuzzTwin) -> Bool { a.number / 2 == b.number / 2 }
}

/// The object of each number.
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

  /// Whether nothing else holds one of them.
  package func areReleased() -> Bool {
    (0..<8).allSatisfy { isKnownUniquelyReferenced(&plain[$0]) && isKnownUniquelyReferenced(&twins[$0]) }
  }
}
