import ReactiveCore
import ReactiveTestSupport
import Testing

/// Calls at each change of each dependency. Users have `Updater` or a binding instead.
private final class Simple: Updating {
  let bag = SubscriptionBag()

  func keepUpToDate(dependencies: [any BehaviorProtocol], updater: @escaping () -> Void) {
    updater()
    for dependency in dependencies { calling(updater, of: dependency).store(in: bag) }
  }
}

private func calling(_ updater: @escaping () -> Void, of dependency: some BehaviorProtocol) -> Subscription {
  dependency.behavior.sink { _ in updater() }
}

@Suite("Updating")
struct UpdatingTests {
  @Test("with an owner: called with it now and after each change, as long as both live")
  func owner() {
    let live = LiveCount()
    let number = OpenBehavior(1)
    let updating = Simple()
    var owner: Tracked? = live.make()
    var seen: [Int] = []
    updating.keepUpToDate(dependencies: [number], with: owner!) { owner in
      owner.touch()
      seen.append(number.value)
    }
    number.value = 2
    owner = nil
    #expect(live.alive == 0)
    number.value = 3
    #expect(seen == [1, 2])
  }
}
