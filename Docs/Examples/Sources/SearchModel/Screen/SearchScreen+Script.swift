public import ExampleTerminal
import ReactiveTracking

extension SearchScreen {
  /// Runs a script, and returns the last frame. A key takes 80 milliseconds.
  ///
  /// The time is that of `clock`, the search's clock. A `ManualClock` is advanced, so no real time passes.
  public func run(_ script: SearchScript, clock: any Clock<Duration>) async -> Frame {
    var last = Frame(rows: [])
    let painting = Effect { [unowned self] in last = frame(for: .usual) }
    defer { painting.cancel() }
    for step in script.steps where !isOver {
      switch step {
      case .press(let key):
        press(key)
        await pass(.milliseconds(80), on: clock)
      case .wait(let time): await pass(time, on: clock)
      case .waitForAnswer: await passUntilAnswered(on: clock)
      }
    }
    return last
  }

  private func pass(_ time: Duration, on clock: any Clock<Duration>) async {
    guard let clock = clock as? ManualClock else {
      try? await clock.sleep(for: time)
      return
    }
    let end = clock.now.advanced(by: time)
    while clock.now < end {
      clock.advance(by: .milliseconds(1))
      await settle(on: clock)
    }
  }

  private func passUntilAnswered(on clock: any Clock<Duration>) async {
    guard clock is ManualClock else {
      _ = try? await search.answer.settled()
      return
    }
    while search.answer.value.isLoading { await pass(.milliseconds(1), on: clock) }
  }

  /// Waits until nothing runs: there is an answer, or a task sleeps.
  private func settle(on clock: ManualClock) async {
    if !search.answer.value.isLoading || clock.sleeperCount > 0 { return }
    let sleep = Task { await clock.waitForSleepers() }
    let answer = Task {
      _ = try? await search.answer.settled()
      sleep.cancel()
    }
    await sleep.value
    answer.cancel()
  }
}
