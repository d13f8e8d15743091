package import ReactiveCore

/// The isolation of a fuzzer with nodes that need one.
package actor FuzzActor {
  package static func run<Result: Sendable>(_ body: @Sendable (isolated FuzzActor) -> Result) async -> Result {
    await FuzzActor().perform(body)
  }

  private func perform<Result>(_ body: @Sendable (isolated FuzzActor) -> Result) -> Result { body(self) }
}

/// Makes lingering sources for fuzzers whose own code has no isolation.
///
/// The sources and their users belong to the isolation in which this value is made.
package struct LingeringSources {
  package typealias Start = (_ place: @escaping (Int) -> Void) -> Subscription
  package let make:
    (_ value: Int, _ start: @escaping Start, Duration, ManualClock, _ name: String?) -> OpenBehavior<Int>

  package init(_ place: isolated FuzzActor) {
    make = { OpenBehavior($0, whileObserved: $1, lingering: $2, clock: $3, isolation: place, name: $4) }
  }
}
