// Unsafe: what one iteration over values has not received yet, and the tasks that wait for more.
//
// The source's isolation adds values; the tasks that iterate take them. Invariant: `state` is touched only under
// `lock`, and no foreign code runs then: tasks are resumed, and values end, outside of it. Code that takes a task out of
// `state` resumes it, once.
//
// Not an `AsyncStream`: its buffer is released with recursion, so a long list in which the unread values of each
// iteration hold the next one would overflow the stack.

/// The values of one iteration that wait for it.
final class ValueBuffer<Element: Sendable>: Sendable {
  @safe
  private struct State {
    var values = WaitingValues<Element>()
    /// Waiting for a value: one task, unless an iterator was copied.
    var tasks: [UnsafeContinuation<Element?, Never>] = unsafe []
    var isFinished = false
  }

  private let lock = Lock()
  nonisolated(unsafe) private var state = State()
  private let buffering: EventBuffering

  init(_ buffering: EventBuffering) { self.buffering = buffering }

  func add(_ value: Element) {
    var dropped: Element?
    let task = unsafe lock.withLock { () -> UnsafeContinuation<Element?, Never>? in
      if unsafe state.isFinished { return nil }
      if unsafe !state.tasks.isEmpty { return unsafe state.tasks.removeFirst() }
      dropped = unsafe state.values.add(value, buffering)
      return nil
    }
    unsafe task?.resume(returning: value)
    withExtendedLifetime(dropped) {}
  }

  /// Ends the iteration after the waiting values.
  func finish() {
    let tasks = unsafe lock.withLock {
      unsafe state.isFinished = true
      defer { unsafe state.tasks = [] }
      return unsafe state.tasks
    }
    for index in unsafe tasks.indices { unsafe tasks[index].resume(returning: nil) }
  }

  /// The next value, when available; nil after ``finish()``.
  func next(isolation: isolated (any Actor)?) async -> Element? {
    await unsafe withUnsafeContinuation(isolation: isolation) { task in
      let (value, isOver) = lock.withLock { () -> (Element?, Bool) in
        if let value = unsafe state.values.popFirst() { return (value, true) }
        if unsafe state.isFinished { return (nil, true) }
        unsafe state.tasks.append(task)
        return (nil, false)
      }
      if isOver { unsafe task.resume(returning: value) }
    }
  }

  deinit {
    // Without recursion: a waiting value may hold the next iterator of a long list.
    let remains = unsafe ReleaseGuard(state.values)
    unsafe state.values = WaitingValues()
    withExtendedLifetime(remains) {}
  }
}

/// A queue of values. Each is taken or dropped in constant time on average.
private struct WaitingValues<Element> {
  private var values: [Element?] = []
  /// The place of the first value.
  private var begin = 0

  private var count: Int { values.count - begin }

  /// Returns the value for which there is no room.
  mutating func add(_ value: Element, _ buffering: EventBuffering) -> Element? {
    var dropped: Element?
    switch buffering {
    case .unbounded: break
    case .oldest(let limit): if count >= limit { return value }
    case .newest(let limit):
      if count == 1 && limit == 1 {
        dropped = value
        swap(&dropped, &values[begin])
        return dropped
      }
      if count >= limit { dropped = popFirst() }
    }
    values.append(value)
    return dropped
  }

  mutating func popFirst() -> Element? {
    if begin == values.count { return nil }
    let first = values[begin].take()
    begin += 1
    if begin == values.count {
      values.removeAll(keepingCapacity: begin <= 64)
      begin = 0
    } else if begin >= 64 && begin > count {
      values.removeFirst(begin)
      begin = 0
    }
    return first
  }
}

/// One iteration over values. It ends with the last reference.
final class ValueIteration<Element: Sendable>: Sendable {
  private let buffer: ValueBuffer<Element>
  /// Ends the feeding of the buffer.
  private let leave: @Sendable () -> Void

  init(_ buffer: ValueBuffer<Element>, leave: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    self.leave = leave
  }

  /// The next value, when available; nil at the end. Cancellation ends the iteration.
  func next(isolation: isolated (any Actor)?) async -> Element? {
    let value = await withTaskCancellationHandler(
      operation: { await buffer.next(isolation: isolation) }, onCancel: { cancel() }, isolation: isolation)
    return Task.isCancelled ? nil : value
  }

  private func cancel() {
    buffer.finish()
    leave()
  }

  deinit { leave() }
}
