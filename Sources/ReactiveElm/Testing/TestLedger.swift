internal import ReactiveCore

/// The effects of a program under test that are not yet asserted.
///
/// A separate object, because the program's handlers write to it and must not keep the test alive.
final class TestLedger<M: Module> {
  /// Not yet asserted.
  var commands: [M.Command] = []
  /// Not yet asserted.
  var delayed: [(command: M.Command, delay: TimeSpan)] = []
  /// The commands of a step's messages, performed or waiting, in order.
  var returned: [M.Command] = []
  /// The numbers of commands, in order of start. Ended ones may be among them.
  private(set) var started: ArraySlice<Int> = []
  /// The time since the start, as advanced by the test.
  var now = TimeSpan.none
  /// By number.
  var waiting = DueQueue<TimeSpan, Void>()
  /// By other commands.
  var cancelled: [M.Command] = []
  /// Commands that may outlive the test, by number.
  var excused: Set<Int> = []
  /// Not yet asserted.
  var haveSourcesChanged = false
  /// Their child does not exist. Not yet asserted.
  var droppedMessageCount = 0
  /// All drops counted so far, asserted or not.
  var countedDrops = 0
  /// Generations of messages handled outside of any step.
  var strayGenerations = 0
  var isInStep = false

  func clear() {
    commands = []
    delayed = []
    returned = []
    haveSourcesChanged = false
    droppedMessageCount = 0
    strayGenerations = 0
  }

  func add(_ command: M.Command) {
    commands.append(command)
    returned.append(command)
  }

  func addStarted(_ number: Int) { started.append(number) }

  /// Removes numbers of ended commands before `end`. Costs as much as there are numbers before it.
  func removeEnded(before end: Int, isRunning: (Int) -> Bool) {
    let end = min(end, started.endIndex)
    if end <= started.startIndex { return }
    var first = end
    for index in (started.startIndex..<end).reversed() where isRunning(started[index]) {
      first -= 1
      started[first] = started[index]
    }
    started.removeFirst(first - started.startIndex)
  }

  /// Makes commands wait until the test advances the time.
  var timer: CommandTimer<M> {
    CommandTimer { [self] command, number, delay, _ in
      let time = now + delay
      waiting.insert(number, at: time)
      addStarted(number)
      delayed.append((command, delay))
      returned.append(command)
      return { [self] in
        waiting.remove(number)
        cancelled.append(command)
      }
    }
  }
}
