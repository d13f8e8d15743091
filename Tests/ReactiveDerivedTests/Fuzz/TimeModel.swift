import ReactiveCore
import ReactiveDerived

/// Deliberate faults that the fuzzer must find.
enum TimeFault: CaseIterable {
  case debouncesFirst, throttleForgetsLatest, delayReorders, timeoutRepeats, groupsGoOn, everyDrifts
  case keepsWhatWaitsAtCancel, losesWhatWaitsAtEnd, windowTooLong

  /// Faults that show in a chain of streams without an end.
  static let ofStreams = allCases.filter { $0 != .losesWhatWaitsAtEnd && $0 != .windowTooLong }
}

/// One operator, tick by tick. It models payloads only, not sleepers or moving deadlines.
final class TimeModel {
  enum Kind: CaseIterable {
    case debounce, throttle, throttleFirst, delay, timeout, collect, collectThree, pairs, merged
    /// Not a stream: the sum of recent payloads. Emits each new sum.
    case window

    static let streams = allCases.filter { $0 != .window }

    func apply(
      to stream: EventStream<Int>, _ time: Duration, _ clock: ManualClock, isolation: isolated any Actor
    ) -> EventStream<Int> {
      switch self {
      case .debounce: stream.debounce(for: time, clock: clock)
      case .throttle: stream.throttle(for: time, clock: clock)
      case .throttleFirst: stream.throttle(for: time, latest: false, clock: clock)
      case .delay: stream.delay(by: time, clock: clock)
      case .timeout: stream.timeout(after: time, clock: clock).map { -1 }
      case .collect: stream.collect(for: time, clock: clock).map { $0.reduce(0) { $0 &* 31 &+ $1 } }
      case .collectThree: stream.collect(for: time, limit: 3, clock: clock).map { $0.reduce(0) { $0 &* 31 &+ $1 } }
      case .pairs: stream.collect(2).map { $0.reduce(0) { $0 &* 31 &+ $1 } }
      case .merged: stream.merge(EventStream.every(time, clock: clock).map { -2 })
      case .window: preconditionFailure("a window is a behavior")
      }
    }
  }

  let kind: Kind
  let time: Int
  private let fault: TimeFault?
  /// The pending payloads and their arrival.
  private var waiting: [(payload: Int, since: Int)] = []
  private var begin: Int?
  private var isSourceOver = false

  init(_ kind: Kind, _ time: Int, _ fault: TimeFault?) {
    self.kind = kind
    self.time = time
    self.fault = fault
  }

  var waits: Bool {
    switch kind {
    case .debounce, .delay, .collect, .window: !waiting.isEmpty
    // The sleep of a group that filled up early continues.
    case .collectThree: begin != nil
    case .throttle, .throttleFirst, .timeout, .merged: begin != nil
    case .pairs: false
    }
  }

  /// The source has finished, and nothing is pending.
  var isOver: Bool {
    switch kind {
    case .debounce, .throttle, .throttleFirst, .delay, .timeout, .collect, .collectThree, .pairs:
      isSourceOver && waiting.isEmpty
    // The other source continues; a window is not a stream and has no end.
    case .merged, .window: false
    }
  }

  /// The source has finished. Pending payloads keep their time; an incomplete pair is emitted at once.
  func finishSource() -> [Int] {
    isSourceOver = true
    if fault == .losesWhatWaitsAtEnd { waiting = [] }
    let last = kind == .pairs && !waiting.isEmpty ? takeGroup() : []
    forgetAlarm()
    return last
  }
  private func forgetAlarm() { if isOver { begin = nil } }

  func start(_ now: Int) { if kind == .timeout || kind == .merged { begin = now } }

  func stop() {
    begin = nil
    if fault != .keepsWhatWaitsAtCancel { waiting = [] }
  }

  func receive(_ payload: Int, _ now: Int) -> [Int] {
    switch kind {
    case .debounce:
      if fault != .debouncesFirst || waiting.isEmpty { waiting = [(payload, now)] }
    case .throttle, .throttleFirst:
      if begin == nil {
        begin = now
        return [payload]
      }
      if kind == .throttle && (fault != .throttleForgetsLatest || waiting.isEmpty) { waiting = [(payload, now)] }
    case .delay: waiting.append((payload, now))
    case .timeout: begin = now
    case .collect: waiting.append((payload, now))
    case .collectThree:
      if waiting.isEmpty { begin = now }
      waiting.append((payload, now))
      if waiting.count == 3 { return takeGroup() }
    case .pairs:
      waiting.append((payload, now))
      if waiting.count == 2 { return takeGroup() }
    case .merged: return [payload]
    case .window:
      waiting.append((payload, now))
      return [sum]
    }
    return []
  }

  func tick(_ now: Int) -> [Int] {
    defer { forgetAlarm() }
    switch kind {
    case .debounce:
      if let last = waiting.last, now - last.since == time {
        waiting = []
        return [last.payload]
      }
    case .throttle, .throttleFirst:
      guard let begin, now - begin == time else { return [] }
      let last = waiting.last
      waiting = []
      self.begin = last == nil ? nil : now
      return last.map { [$0.payload] } ?? []
    case .delay:
      let due = waiting.filter { now - $0.since == time }.map(\.payload)
      waiting.removeAll { now - $0.since == time }
      return fault == .delayReorders ? due.reversed() : due
    case .timeout:
      guard let begin, now - begin == time else { return [] }
      self.begin = fault == .timeoutRepeats ? now : nil
      return [-1]
    case .collect, .collectThree:
      if let begin, now - begin == time { self.begin = nil }
      let first = fault == .groupsGoOn ? waiting.last : waiting.first
      if let first, now - first.since == time { return takeGroup() }
    case .pairs: break
    case .window:
      let time = fault == .windowTooLong ? time + 1 : time
      if let first = waiting.first, now - first.since == time {
        waiting.removeAll { now - $0.since == time }
        return [sum]
      }
    case .merged:
      guard let begin, now - begin == time else { return [] }
      self.begin = fault == .everyDrifts ? now + 1 : now
      return [-2]
    }
    return []
  }

  private var sum: Int { waiting.reduce(0) { $0 + $1.payload } }

  private func takeGroup() -> [Int] {
    defer { waiting = [] }
    return [waiting.map(\.payload).reduce(0) { $0 &* 31 &+ $1 }]
  }
}
