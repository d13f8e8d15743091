#if REACTIVE_PEERS
import Dispatch
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

  static func observe(_ node: Observable<Int>, _ handler: @escaping (Int) -> Void) -> any Disposable {
    node.subscribe(onNext: handler)
  }

  static func cancel(_ token: any Disposable) { token.dispose() }

  static func observe(_ node: Observable<Int>, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    let bag = DisposeBag()
    node.subscribe(onNext: handler).disposed(by: bag)
    owner.keep(bag)
  }

  static func map(_ node: Observable<Int>, _ function: @escaping (Int) -> Int) -> Observable<Int> { node.map(function) }

  static func join(
    _ one: Observable<Int>, _ other: Observable<Int>, _ function: @escaping (Int, Int) -> Int
  ) -> Observable<Int> {
    Observable.combineLatest(one, other, resultSelector: function)
  }

  static func join(_ nodes: [Observable<Int>], _ function: @escaping ([Int]) -> Int) -> Observable<Int> {
    Observable.combineLatest(nodes, resultSelector: function).share(replay: 1)
  }

  static func stream(named name: String) -> PublishRelay<Int> { PublishRelay() }
  static func send(_ payload: Int, to stream: PublishRelay<Int>) { stream.accept(payload) }
  static func sink(_ stream: PublishRelay<Int>, _ handler: @escaping (Int) -> Void) -> any Disposable {
    stream.subscribe(onNext: handler)
  }
}

extension RxSwiftRelay: RowLibrary, TimedLibrary {
  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (Int, Int) -> Void {
    let all = BehaviorRelay(value: rows)
    let disposable = all.map(countOfOdd).subscribe(onNext: observer)
    return { id, value in
      var rows = all.value
      rows[id].value = value
      all.accept(rows)
      withExtendedLifetime(disposable) {}
    }
  }

  static func debounced() -> (Int) -> Void {
    let relay = PublishRelay<Int>()
    let disposable = relay.debounce(.seconds(1000), scheduler: MainScheduler.instance).subscribe { _ in }
    return {
      relay.accept($0)
      withExtendedLifetime(disposable) {}
    }
  }

  static func answered(_ observer: @escaping (Int) -> Void) -> (Int) -> Void {
    let question = BehaviorRelay(value: 0)
    let answers = question.flatMapLatest { value in
      Observable<Int>.create { answers in
        nonisolated(unsafe) let answers = answers
        let task = Task { @MainActor in
          answers.onNext(await answer(to: value))
          answers.onCompleted()
        }
        return Disposables.create { task.cancel() }
      }
    }
    let disposable = answers.subscribe(onNext: observer)
    return {
      question.accept($0)
      withExtendedLifetime(disposable) {}
    }
  }
}
#endif
