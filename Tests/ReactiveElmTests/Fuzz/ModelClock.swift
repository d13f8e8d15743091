/// The specification of a manual clock: a list of waits. Due ones are called when the thread is idle.
final class ModelClock {
  final class Wait {
    let command: Int
    fileprivate let time: Int
    fileprivate let call: (Wait) -> Void

    fileprivate init(_ command: Int, at time: Int, _ call: @escaping (Wait) -> Void) {
      self.command = command
      self.time = time
      self.call = call
    }
  }

  private let thread: ModelThread
  private let fault: PlantedFault?
  private var now = 0
  private var goal = 0
  /// In the order of their start.
  private var waiting: [Wait] = []
  private var isCallUnderway = false
  private var isCalling = false

  init(_ thread: ModelThread, _ fault: PlantedFault?) {
    self.thread = thread
    self.fault = fault
  }

  func wait(_ command: Int, _ seconds: Int, _ call: @escaping (Wait) -> Void) -> Wait {
    let wait = Wait(command, at: now + seconds, call)
    waiting.append(wait)
    return wait
  }

  func cancel(_ wait: Wait) { waiting.removeAll { $0 === wait } }

  func advance(by seconds: Int) {
    goal += seconds
    let goal = goal
    while !isCallUnderway && !isCalling, let next = next(by: goal) {
      now = max(now, next.time)
      isCallUnderway = true
      thread.whenIdle { [self] in
        isCallUnderway = false
        callDue()
      }
    }
    now = max(now, goal)
  }

  /// The first wait that is due by then. Among simultaneous ones, the one started first.
  private func next(by time: Int) -> Wait? {
    let due = waiting.filter { $0.time <= time }
    let order = fault == .lastPutOffFirst ? due.reversed() : due
    return order.min { $0.time < $1.time }
  }

  private func callDue() {
    if isCalling { return }
    isCalling = true
    while let next = next(by: now) {
      cancel(next)
      next.call(next)
    }
    isCalling = false
  }
}
