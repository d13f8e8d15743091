import ReactiveSwift

func use() {
  let bag = CompositeDisposable()
  let pieces = MutableProperty(1)
  let price = MutableProperty(4)
  let (added, observer) = Signal<Int, Never>.pipe()
  let doubled = pieces.map { $0 * 2 }
  bag += doubled.combineLatest(with: price).producer
    .startWithValues { pieces, price in print(pieces, price, pieces * price) }
  bag += added.map { $0 + 1 }.filter { $0 > 1 }.observeValues { print("added", $0) }
  pieces.value = 2
  price.value = 3
  observer.send(value: 1)
  bag.dispose()
}
use()
