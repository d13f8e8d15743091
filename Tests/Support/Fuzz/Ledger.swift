/// Counts the captured objects of one random program, to check that all are released.
package final class Ledger {
  package private(set) var live = 0

  package init() {}

  package final class Token {
    private let ledger: Ledger
    package init(_ ledger: Ledger) {
      self.ledger = ledger
      ledger.live += 1
    }
    deinit { ledger.live -= 1 }
  }

  package func token() -> Token { Token(self) }
}
