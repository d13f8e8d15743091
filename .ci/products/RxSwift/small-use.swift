import RxSwift

func use() {
  let bag = DisposeBag()
  let pieces = BehaviorSubject(value: 1)
  let price = BehaviorSubject(value: 4)
  let added = PublishSubject<Int>()
  let doubled = pieces.map { $0 * 2 }
  Observable.combineLatest(doubled, price)
    .subscribe(onNext: { pieces, price in print(pieces, price, pieces * price) }).disposed(by: bag)
  added.map { $0 + 1 }.filter { $0 > 1 }.subscribe(onNext: { print("added", $0) }).disposed(by: bag)
  pieces.onNext(2)
  price.onNext(3)
  added.onNext(1)
  withExtendedLifetime(bag) {}
}
use()
