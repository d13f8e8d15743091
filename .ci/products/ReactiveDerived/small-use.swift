import ReactiveDerived

func use() {
  let bag = SubscriptionBag()
  let pieces = OpenBehavior(1)
  let price = OpenBehavior(4)
  let added = Event<Int>()
  let doubled = pieces.map { $0 * 2 }
  doubled.combine(price).observe { pieces, price in print(pieces, price, pieces * price) }.store(in: bag)
  added.map { $0 + 1 }.filter { $0 > 1 }.sink { print("added", $0) }.store(in: bag)
  pieces.value = 2
  price.value = 3
  added.trigger(1)
}
use()
