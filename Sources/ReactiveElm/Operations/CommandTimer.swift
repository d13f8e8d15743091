internal import ReactiveCore

/// What lets the commands of a program wait.
///
/// There are three: on an actor an alarm for each command, outside of any actor a task that sleeps, and in a test the time
/// that the test says.
@usableFromInline
struct CommandTimer<M: Module> {
  /// Has the command with this number performed when so long has passed. Returns what ends the wait.
  let wait: (_ command: M.Command, _ number: Int, _ delay: TimeSpan, _ operations: Operations<M>) -> () -> Void
  /// Those that are due when the time of this one has come, itself included, in their order.
  let numbersDue: (_ number: Int) -> [Int]

  init(
    wait: @escaping (M.Command, Int, TimeSpan, Operations<M>) -> () -> Void,
    numbersDue: @escaping (Int) -> [Int] = { [$0] }
  ) {
    self.wait = wait
    self.numbersDue = numbersDue
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension CommandTimer {
  /// Waits by `clock`, in the isolation `home`, which is the caller's.
  static func live(_ clock: any Clock<Duration>, _ home: IsolationReference) -> CommandTimer {
    if let schedule = Schedule(clock, in: home) { alarms(schedule) } else { tasks(on: clock) }
  }

  private static func alarms(_ first: Schedule) -> CommandTimer {
    var schedule = first
    return CommandTimer { command, number, delay, operations in
      schedule = schedule.following()
      let alarm = Alarm(schedule, label: "\(M.self)'s command \(caseName(of: command))") { [weak operations] in
        operations?.performDue(number)
      }
      alarm.arm(after: delay.duration)
      return { alarm.cancel() }
    }
  }

  /// Tasks that wake together continue in any order. So the first of them speaks for all that are due when it is.
  private static func tasks<Time: Clock>(on clock: Time) -> CommandTimer where Time.Duration == Duration {
    let start = clock.now
    let waiting = WaitingTasks()
    return CommandTimer(
      wait: { _, number, delay, operations in
        let time = TimeSpan(start.duration(to: clock.now)) + delay
        waiting.list.insert(number, at: time)
        waiting.times[number] = time
        let post = operations.postDue
        let task = Task {
          // A clock that fails lets nothing wait.
          try? await clock.sleep(until: start.advanced(by: time.duration), tolerance: nil)
          if !Task.isCancelled { post(number) }
        }
        return {
          waiting.times[number] = nil
          waiting.list.remove(number, at: time)
          task.cancel()
        }
      },
      numbersDue: { number in
        // Another one has spoken for it, or it was cancelled.
        guard let time = waiting.times[number] else { return [] }
        var numbers: [Int] = []
        while let next = waiting.list.takeFirst(dueAt: time) {
          waiting.times[next.number] = nil
          numbers.append(next.number)
        }
        return numbers
      })
  }
}

/// What waits by tasks, in the program's isolation.
private final class WaitingTasks {
  var list = DueList()
  var times: [Int: TimeSpan] = [:]
}
