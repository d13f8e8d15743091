import ReactiveTracking

// Rows of the table "Compiler errors" in Docs/Isolation.md that the type checker gives.

actor Downloader {
  let behavior: Behavior<Int> = OpenBehavior(0)
}

func read(_ downloader: Downloader) async {
  _ = await downloader.behavior.value  // expect-error: of property 'behavior' cannot exit actor-isolated context
}

struct Message: Sendable {
  let source: Behavior<Int>  // expect-error: has non-Sendable type 'Behavior<Int>'
}

enum Settings {
  static let isDark = OpenBehavior(false)  // expect-error: static property 'isDark' is not concurrency-safe
}

@MainActor func show(_ number: Int) {}

func follow(_ behavior: Behavior<Int>) {
  behavior.sink { show($0) }  // expect-error: call to main actor-isolated global function 'show'
}

actor Log {
  @Atom private var count = 0
  private var log: [Int] = []

  func weakly() {
    $count.sink { [weak self] in self?.log.append($0) }  // expect-error: can not be mutated from a nonisolated context
  }
}

final class Box {}

func boxes(_ behavior: Behavior<Box>) {
  _ = behavior.values  // expect-error: type 'Box' does not conform to the 'Sendable' protocol
}
