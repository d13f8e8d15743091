/// What has happened to a program under test, and was not asserted yet.
///
/// An object of its own, since the program's handlers write to it: they must not keep the test alive.
final class TestLedger<M: Module> {
  /// Performed and not asserted, in their order.
  var commands: [M.Command] = []
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
    haveSourcesChanged = false
    droppedMessageCount = 0
    strayGenerations = 0
  }
}
