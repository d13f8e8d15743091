internal import ReactiveCore

/// Delays a program's commands.
///
/// It uses alarms on an actor, sleeping tasks elsewhere, and the test's own time in a test.
@usableFromInline
struct CommandTimer<M: Module> {
  /// Performs a command after `delay`. Returns a function that ends the wait.
  let wait: (_ command: M.Command, _ number: Int, _ delay: TimeSpan, _ operations: Operations<M>) -> () -> Void
  /// The commands that are due when this one is, including itself, in order.
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
  /// Waits by `clock`, in the caller's isolation, `home`.
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

  /// Tasks that wake together resume in any order, so the first performs all due commands.
  private static func tasks<Time: Clock>(on clock: Time) -> CommandTimer where Time.Duration == Duration {
    let start = clock.now
    let waiting = SleepingCommands()
    return CommandTimer(
      wait: { _, number, delay, operations in
        let time = TimeSpan(start.duration(to: clock.now)) + delay
        waiting.queue.insert(number, at: time)
        let post = operations.postDue
        let task = Task {
          // If the clock fails, the command is due at once.
          try? await clock.sleep(until: start.advanced(by: time.duration), tolerance: nil)
          if !Task.isCancelled { post(number) }
        }
        return {
          waiting.queue.remove(number)
          task.cancel()
        }
      },
      numbersDue: { number in
        // Another task has performed it, or it was cancelled.
        guard let time = waiting.queue[number]?.time else { return [] }
        var numbers: [Int] = []
        while let next = waiting.queue.take(dueAt: time) { numbers.append(next.number) }
        return numbers
      })
  }
}

/// The commands that tasks sleep for. Used only in the program's isolation.
private final class SleepingCommands {
  var queue = DueQueue<TimeSpan, Void>()
}
