import ReactiveTestSupport

/// Faults of the model that the fuzzer must find.
enum FollowingFault: CaseIterable {
  case deliversAfterCancel, notifiesDuplicates, losesErrors, neverFinishes, staysCancelled, startsUnobserved
}

/// What follows sequences, as plain values: each has a loop, and each element that a loop brings waits for its turn.
final class FollowingModel {
  enum Kind: CaseIterable {
    case behavior, results, stream, streamOfResults
    var isBehavior: Bool { self == .behavior || self == .results }
    var throwsErrors: Bool { self == .results || self == .streamOfResults }
  }
  /// The value of an error.
  static let error = -1

  struct Observer {
    let source: Int
    var isCancelled = false
    /// Of half the value.
    let isDerived: Bool
    var half = 0
    let isOfEnd: Bool
    var seen: [Int] = []
  }
  struct Source {
    let kind: Kind
    let isWhileObserved: Bool
    var value = 0
    var observers: [Int] = []
    var isDropped = false
    var isFinished = false
    /// With `whileObserved`, whether the loop was started for the present observers.
    var isLive = false
    var loop: Int?
    var progress = SteeredElements.Progress()
  }
  private enum Phase { case waiting, returned, over }
  private struct Loop {
    let source: Int
    var phase = Phase.waiting
    var isCancelled = false
  }
  private struct Job {
    let loop: Int
    let step: SteeredElements.Step
  }

  private(set) var sources: [Source] = []
  private(set) var observers: [Observer] = []
  private var loops: [Loop] = []
  private var jobs: [Job] = []
  private let fault: FollowingFault?
  /// Calls an observer in the library's order; it may change the model.
  var react: (_ observer: Int) -> Void = { _ in }

  init(_ fault: FollowingFault?) { self.fault = fault }

  var jobCount: Int { jobs.count }

  func isAlive(_ source: Int) -> Bool { !sources[source].isDropped || !sources[source].observers.isEmpty }

  func waits(_ source: Int) -> Bool {
    guard let loop = sources[source].loop else { return false }
    return loops[loop].phase == .waiting && !loops[loop].isCancelled
  }

  func make(_ kind: Kind, whileObserved: Bool) {
    sources.append(Source(kind: kind, isWhileObserved: whileObserved))
    if !whileObserved || fault == .startsUnobserved { start(sources.count - 1) }
  }

  private func start(_ source: Int) {
    sources[source].loop = loops.count
    sources[source].progress.begun += 1
    sources[source].progress.requests += 1
    loops.append(Loop(source: source))
  }

  private func cancelLoop(of source: Int) {
    guard let loop = sources[source].loop else { return }
    sources[source].loop = nil
    loops[loop].isCancelled = true
    if loops[loop].phase == .waiting {
      loops[loop].phase = .over
      sources[source].progress.ended += 1
      jobs.append(Job(loop: loop, step: .end))
    }
  }

  /// Returns the number of the observer.
  func observe(_ source: Int, isDerived: Bool, isOfEnd: Bool) -> Int {
    let number = observers.count
    observers.append(
      Observer(source: source, isDerived: isDerived, half: sources[source].value / 2, isOfEnd: isOfEnd))
    if isOfEnd && sources[source].isFinished {
      observers[number].seen.append(0)
      observers[number].isCancelled = true
    } else {
      sources[source].observers.append(number)
    }
    return number
  }

  func cancel(_ observer: Int) {
    if observers[observer].isCancelled { return }
    observers[observer].isCancelled = true
    sources[observers[observer].source].observers.removeAll { $0 == observer }
  }

  func drop(_ source: Int) { sources[source].isDropped = true }

  /// The end of an operation: loops start and are cancelled.
  func settle() {
    for source in sources.indices {
      let isObserved = !sources[source].observers.isEmpty
      if sources[source].isWhileObserved {
        if isObserved == sources[source].isLive { continue }
        sources[source].isLive = isObserved
        if !isObserved {
          cancelLoop(of: source)
        } else if !sources[source].isFinished && !(fault == .staysCancelled && sources[source].progress.begun > 0) {
          start(source)
        }
      } else if !isAlive(source) {
        cancelLoop(of: source)
      }
    }
  }

  func give(_ step: SteeredElements.Step, to source: Int) {
    guard let loop = sources[source].loop else { return }
    if case .element = step {
      loops[loop].phase = .returned
    } else {
      loops[loop].phase = .over
      sources[source].progress.ended += 1
    }
    jobs.append(Job(loop: loop, step: step))
  }

  func takeIn(at place: Int) {
    let job = jobs.remove(at: place)
    let source = loops[job.loop].source
    let delivers = !loops[job.loop].isCancelled || fault == .deliversAfterCancel
    switch job.step {
    case .element(let element):
      if delivers { deliver(element, from: source) }
      settle()
      if loops[job.loop].isCancelled {
        loops[job.loop].phase = .over
        sources[source].progress.ended += 1
      } else {
        loops[job.loop].phase = .waiting
        sources[source].progress.requests += 1
      }
    case .end, .error:
      if case .error = job.step, delivers, sources[source].kind.throwsErrors, fault != .losesErrors {
        deliver(Self.error, from: source)
      }
      if delivers && !loops[job.loop].isCancelled { sources[source].loop = nil }
      if delivers && !sources[source].kind.isBehavior { finish(source) }
      settle()
    }
  }

  private func deliver(_ element: Int, from source: Int) {
    let isBehavior = sources[source].kind.isBehavior
    // Results cannot be compared.
    if sources[source].kind == .behavior && element == sources[source].value && fault != .notifiesDuplicates { return }
    if isBehavior { sources[source].value = element }
    for observer in sources[source].observers where !observers[observer].isCancelled && !observers[observer].isOfEnd {
      if observers[observer].isDerived {
        if observers[observer].half == element / 2 { continue }
        observers[observer].half = element / 2
      }
      observers[observer].seen.append(observers[observer].isDerived ? element / 2 : element)
      react(observer)
    }
  }

  private func finish(_ source: Int) {
    // An observer of the error may have been the last one to keep the stream.
    if !isAlive(source) || fault == .neverFinishes { return }
    sources[source].isFinished = true
    for observer in sources[source].observers where observers[observer].isOfEnd && !observers[observer].isCancelled {
      observers[observer].seen.append(0)
      cancel(observer)
    }
  }
}
