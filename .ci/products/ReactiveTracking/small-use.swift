import ReactiveTracking

func use() {
  @Atom var pieces = 1
  @Atom var price = 4
  @Derived var doubled = pieces * 2
  @Derived var total = doubled * price
  let label = Effect { print(doubled, price, total) }
  pieces = 2
  batch {
    pieces = 3
    price = 3
  }
  withExtendedLifetime(label) {}
}
use()
