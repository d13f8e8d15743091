import ReactiveCore

/// The elements of an array as behaviors that count the calls of their getters.
final class CountedParts {
  let whole: OpenBehavior<[Int]>
  private(set) var all: [OpenBehavior<Int>] = []
  var calls = 0

  init(count: Int) {
    let whole = OpenBehavior([Int](repeating: 0, count: count))
    self.whole = whole
    all = (0..<count).map { place in
      OpenBehavior(
        get: { [unowned self] in
          calls += 1
          return whole.value[place]
        }, set: { new in whole.update { $0[place] = new } })
    }
  }
}
