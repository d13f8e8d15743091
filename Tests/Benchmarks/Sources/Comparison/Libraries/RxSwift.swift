#if REACTIVE_PEERS
import RxRelay
import RxSwift

/// RxSwift: `BehaviorRelay`, `map`, and `combineLatest`, shared, so that several observers of a join are one
/// subscription.
enum RxSwiftRelay: DerivingLibrary, EventLibrary {
  static let name = "RxSwift"

  static func source(_ value: Int, named name: String) -> BehaviorRelay<Int> { BehaviorRelay(value: value) }
  static func node(_ source: BehaviorRelay<Int>) -> Observable<Int> { source.asObservable() }
  static func read(_ source: BehaviorRelay<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: BehaviorRelay<Int>) { source.accept(value) }

  static func observe(_ node: Observable<Int>, _ handler: @escaping (Int) -> Void) -> Token {
    let disposable = node.subscribe(onNext: handler)
    return Token { disposable.dispose() }
  }

  static func observe(_ node: Observable<Int>, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    let bag = DisposeBag()
    node.subscribe(onNext: handler).disposed(by: bag)
    owner.keep(bag)
  }

  static func map(_ node: Observable<Int>, _ function: @escaping (Int) -> Int) -> Observable<Int> { node.map(function) }

  static func join(_ nodes: [Observable<Int>], _ function: @escaping ([Int]) -> Int) -> Observable<Int> {
    Observable.combineLatest(nodes, resultSelector: function).share(replay: 1)
  }

  static func stream(named name: String) -> PublishRelay<Int> { PublishRelay() }
  static func send(_ payload: Int, to stream: PublishRelay<Int>) { stream.accept(payload) }
  static func sink(_ stream: PublishRelay<Int>, _ handler: @escaping (Int) -> Void) -> Token {
    let disposable = stream.subscribe(onNext: handler)
    return Token { disposable.dispose() }
  }
}
#endif
