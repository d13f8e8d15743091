/// Counts what the closures of one random program capture, to see that all of it goes.
final class Ledger {
  private(set) var live = 0

  final class Token {
    private let ledger: Ledger
    init(_ ledger: Ledger) {
      self.ledger = ledger
      ledger.live += 1
    }
    deinit { ledger.live -= 1 }
  }

  func token() -> Token { Token(self) }
}
