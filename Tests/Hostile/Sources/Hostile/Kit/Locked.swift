import Foundation
import Synchronization

/// A mutex whose order the thread sanitizer sees, too: it supports the system's locks, but not those of
/// `Synchronization`.
final class Locked<Value: ~Copyable>: Sendable {
  private let lock = NSLock()
  private let content: Mutex<Value>

  init(_ value: consuming sending Value) { content = Mutex(value) }

  func withLock<Result: ~Copyable>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return content.withLock(body)
  }
}

final class Tally: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .acquiring) }
  func add(_ amount: Int = 1) { number.add(amount, ordering: .acquiringAndReleasing) }
}

/// Opens once and releases all waiters.
final class Gate: Sendable {
  private let condition = NSCondition()
  private let isOpen = Mutex(false)

  func open() {
    condition.lock()
    isOpen.withLock { $0 = true }
    condition.broadcast()
    condition.unlock()
  }

  func wait() {
    condition.lock()
    while !isOpen.withLock({ $0 }) { condition.wait() }
    condition.unlock()
  }
}

/// Runs `body` on another thread and waits for it.
func elsewhere(_ body: @escaping @Sendable () -> Void) {
  let gate = Gate()
  Thread.detachNewThread {
    body()
    gate.open()
  }
  gate.wait()
}

/// Starts `body` on another thread. The returned gate opens at its end.
func beginElsewhere(_ body: @escaping @Sendable () -> Void) -> Gate {
  let gate = Gate()
  Thread.detachNewThread {
    body()
    gate.open()
  }
  return gate
}

func meanwhile(_ repeated: @escaping @Sendable () -> Void, do body: () -> Void) {
  let begun = Gate()
  let enough = Tally()
  let ended = beginElsewhere {
    begun.open()
    while enough.count == 0 { repeated() }
  }
  begun.wait()
  body()
  enough.add()
  ended.wait()
}

/// Moves the last reference in `object` to another thread and releases it there before returning.
func endElsewhere<Object: Sendable>(_ object: inout Object?) {
  let coffin = Locked<Object?>(object)
  object = nil
  elsewhere {
    let last = coffin.withLock { content in
      defer { content = nil }
      return content
    }
    withExtendedLifetime(last) {}
  }
}

extension Locked where Value == [any Sendable] {
  convenience init() { self.init([]) }
}

/// Threads that release objects handed to them.
final class Graveyard: Sendable {
  private let waiting = Locked<[any Sendable]>([])
  private let isClosed = Locked(false)
  private let ended = Tally()
  private let threads: Int

  init(threads: Int = 2) {
    self.threads = threads
    for _ in 0..<threads {
      Thread.detachNewThread { [self] in
        while true {
          let objects = waiting.withLock { waiting -> [any Sendable] in
            defer { waiting = [] }
            return waiting
          }
          if objects.isEmpty {
            if isClosed.withLock({ $0 }) { break }
            Thread.sleep(forTimeInterval: 0.000_02)
          }
        }
        ended.add()
      }
    }
  }

  /// Releases `objects` soon, on one of the threads.
  func bury(_ objects: [any Sendable]) { waiting.withLock { $0 += objects } }

  func close() {
    isClosed.withLock { $0 = true }
    while ended.count < threads { Thread.sleep(forTimeInterval: 0.000_1) }
  }
}
