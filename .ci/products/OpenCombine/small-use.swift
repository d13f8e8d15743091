import OpenCombine

func use() {
  var bag = Set<AnyCancellable>()
  let pieces = CurrentValueSubject<Int, Never>(1)
  let price = CurrentValueSubject<Int, Never>(4)
  let added = PassthroughSubject<Int, Never>()
  let doubled = pieces.map { $0 * 2 }
  // It has no `combineLatest`.
  doubled.sink { print($0) }.store(in: &bag)
  price.sink { print(pieces.value, $0, pieces.value * $0) }.store(in: &bag)
  added.map { $0 + 1 }.filter { $0 > 1 }.sink { print("added", $0) }.store(in: &bag)
  pieces.value = 2
  price.value = 3
  added.send(1)
  withExtendedLifetime(bag) {}
}
use()
