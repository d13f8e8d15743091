/// What has happened to a program under test, and was not asserted yet.
///
/// An object of its own, since the program's handlers write to it: they must not keep the test alive.
final class TestLedger<M: Module> {
  /// Performed and not asserted, in their order.
  var commands: [M.Command] = []
  /// Put off and not asserted, in their order, each with its delay.
  var delayed: [(command: M.Command, delay: TimeSpan)] = []
  /// What a step has made of its messages' commands, in their order: those that were performed, and those that wait.
  var returned: [M.Command] = []
  /// What has passed since the start, as the test says.
  var now = TimeSpan.none
  /// The commands that wait, by number.
  var waiting = DueList()
  /// Cancelled by other commands, in their order.
  var cancelled: [M.Command] = []
  /// Running commands that need not end before the test does, by number.
  var excused: Set<Int> = []
  /// A source was started or stopped, which was not asserted.
  var haveSourcesChanged = false
  /// Messages that were dropped since their child is not there, not asserted.
  var droppedMessageCount = 0
  /// Dropped messages that were seen, asserted or not.
  var countedDrops = 0
  /// Generations of messages that were handled outside of any step.
  var strayGenerations = 0
  /// The test is in a step: what happens now is part of it.
  var isInStep = false

  /// Takes everything for asserted.
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

  /// Lets commands wait for the test to say that time passes.
  var timer: CommandTimer<M> {
    CommandTimer { [self] command, number, delay, _ in
      let time = now + delay
      waiting.insert(number, at: time)
      delayed.append((command, delay))
      returned.append(command)
      return { [self] in
        waiting.remove(number, at: time)
        cancelled.append(command)
      }
    }
  }
}
