/// Deliberate faults that the fuzzer must find.
enum PlantedFault: CaseIterable {
  case lastInFirstOut, commandsBeforeView, viewPerMessage, equalViewShown, sourcesBeforeCommands, nested, eagerView
  case newBeforeGone, messagesOfStoppedSources, lostInBatch, cancellingHandled, lostWithoutHandler
  case neverWaiting, replacedStillWaiting, cancelledStillWaiting, lastPutOffFirst, dueInsideOfGeneration
}

/// The specification of a program: a list of waiting messages, and everything recomputed.
final class ModelProgram {
  private let index: Int
  private let script: FuzzScript
  private let thread: ModelThread
  private let clock: ModelClock
  private let fault: PlantedFault?
  private let hasHandler: Bool
  unowned let world: ModelWorld

  private var isBusy = true
  private enum Turn {
    case message(FuzzMessage)
    case due(ModelClock.Wait)
  }
  private var waiting: [Turn] = []
  /// The waiting commands, and whether they have an id.
  private var delayed: [(wait: ModelClock.Wait, hasID: Bool)] = []
  private var last = 0
  private var shown = 0
  private var sources: [Int]
  private var wanted: [Int] = []
  /// The running sources in start order.
  private var listened: [(source: Int, number: Int)] = []
  private var starts = 0
  private var numbers: [Int: Int] = [:]

  private var version = 0
  private var presentView = 0
  private var viewVersion = 0
  private var hasView = false
  private var isViewOutdated = true
  let modelObservers = ModelObservers()
  let viewObservers = ModelObservers()
  let commandObservers = ModelObservers()
  private var modelPart: Int?
  private var viewPart: Int?

  init(
    _ index: Int, _ script: FuzzScript, _ thread: ModelThread, _ clock: ModelClock, _ world: ModelWorld,
    _ fault: PlantedFault?, _ traits: FuzzScript.Traits
  ) {
    self.index = index
    self.script = script
    self.thread = thread
    self.clock = clock
    self.world = world
    self.fault = fault
    if case .handler = traits.performer { hasHandler = true } else { hasHandler = false }
    sources = traits.sources
  }

  func begin(_ commands: [Int]) {
    thread.whenIdle { [self] in
      perform(commands)
      evaluateSources()
      handleWaiting()
    }
  }

  func watchModelPart() { modelPart = shown }
  func watchViewPart() { viewPart = view & 1 }

  var model: Int { last }

  /// The view, recomputed if the model has changed.
  var view: Int {
    if isViewOutdated {
      isViewOutdated = false
      script.addView(of: index)
      if !hasView || presentView != shown || fault == .equalViewShown { viewVersion += 1 }
      hasView = true
      presentView = shown
    }
    return presentView
  }
  var presentViewVersion: Int { viewVersion }
  var presentModelVersion: Int { version }

  func dispatch(_ message: FuzzMessage) {
    if fault == .lostInBatch && !isBusy && !thread.isIdle && message.number % 7 == 0 { return }
    if fault == .lastInFirstOut { waiting.insert(.message(message), at: 0) } else { waiting.append(.message(message)) }
    comeBackWhenIdle()
  }

  private func comeBackWhenIdle() {
    if isBusy && fault != .nested { return }
    isBusy = true
    thread.whenIdle { [self] in handleWaiting() }
  }

  /// The messages before the next due command. Empty if that command is first.
  private func nextGeneration() -> [FuzzMessage] {
    var messages: [FuzzMessage] = []
    while case .message(let message)? = waiting.first {
      waiting.removeFirst()
      messages.append(message)
      if fault == .viewPerMessage { break }
    }
    return messages
  }

  private func handleWaiting() {
    while !waiting.isEmpty {
      if case .due(let wait) = waiting[0] {
        waiting.removeFirst()
        performDue(wait)
        continue
      }
      let generation = nextGeneration()
      var commands: [Int] = []
      for message in generation {
        script.add("\(index) updates \(message.number)")
        last = message.number
        shown = message.shown ?? shown
        sources = message.sources ?? sources
        commands += message.commands
      }
      version += 1
      isViewOutdated = true
      if fault == .commandsBeforeView { perform(commands) }
      show()
      if fault == .sourcesBeforeCommands { evaluateSources() }
      if fault != .commandsBeforeView { perform(commands) }
      evaluateSources()
    }
    isBusy = false
  }

  /// First the model and its part, then the view and its part.
  private func show() {
    if fault == .eagerView { _ = view }
    let isViewWatched = !viewObservers.isEmpty
    thread.batch {
      if !modelObservers.isEmpty {
        thread.notify { [self] in modelObservers.notify(last, version: version) }
      }
      if modelPart != nil {
        thread.notify { [self] in
          if modelPart == shown { return }
          modelPart = shown
          world.notified("\(index) part of the model", shown)
        }
      }
      if isViewWatched {
        thread.notify { [self] in
          if viewObservers.isEmpty { return }
          let view = view
          viewObservers.notify(view, version: viewVersion)
        }
      }
      if viewPart != nil {
        thread.notify { [self] in
          let part = view & 1
          if viewPart == part { return }
          viewPart = part
          world.notified("\(index) part of the view", part)
        }
      }
    }
  }

  private func perform(_ commands: [Int]) {
    for command in commands {
      let seconds = fault == .neverWaiting ? 0 : command / 10
      if seconds == 0 {
        perform(command, isDue: false)
      } else {
        if command % 10 == FuzzScript.replacing && fault != .replacedStillWaiting { cancelWaiting() }
        let hasID = [FuzzScript.identified, FuzzScript.replacing].contains(command % 10)
        let wait = clock.wait(command, seconds) { [weak self] wait in self?.timeHasCome(wait) }
        delayed.append((wait, hasID))
      }
    }
  }

  private func perform(_ command: Int, isDue: Bool) {
    if !hasHandler && fault == .lostWithoutHandler { return }
    thread.notify(commandObservers.sending(command))
    if command % 10 == FuzzScript.replacing && !isDue { cancelWaiting() }
    if command % 10 == FuzzScript.cancelling {
      if fault != .cancelledStillWaiting { cancelWaiting() }
      if fault != .cancellingHandled { return }
    }
    if !hasHandler { return }
    thread.notifyFirst {
      script.add("\(index) handles \(command)")
      script.act(in: world)
      switch script.answer() {
      case .nothing: break
      case .message(let message): dispatch(message)
      case .failure(let error): dispatch(error.message)
      }
    }
  }

  private func cancelWaiting() {
    for (wait, hasID) in delayed where hasID { clock.cancel(wait) }
    delayed.removeAll { $0.hasID }
  }

  private func timeHasCome(_ wait: ModelClock.Wait) {
    if fault == .dueInsideOfGeneration { return performDue(wait) }
    waiting.append(.due(wait))
    // Called when the thread is idle: a resting program performs it now, before the next due command.
    if !isBusy {
      isBusy = true
      handleWaiting()
    }
  }

  private func performDue(_ wait: ModelClock.Wait) {
    guard let place = delayed.firstIndex(where: { $0.wait === wait }) else { return }
    delayed.remove(at: place)
    perform(wait.command, isDue: true)
  }

  private func evaluateSources() {
    let now = sources
    let before = wanted
    wanted = now
    if fault == .newBeforeGone { start(now, unless: before) }
    for (source, _) in listened where !now.contains(source) {
      thread.notifyFirst { stop(source) }
    }
    if fault != .newBeforeGone { start(now, unless: before) }
  }

  private func start(_ now: [Int], unless before: [Int]) {
    var seen = before
    for source in now where !seen.contains(source) {
      seen.append(source)
      thread.notifyFirst {
        starts += 1
        let number = starts
        listened.append((source, number))
        numbers[source] = number
        script.add("\(index) starts \(source)")
        script.act(in: world)
        if let error = script.failure() {
          listened.removeAll { $0.number == number }
          dispatch(error.message)
        }
      }
    }
  }

  private func stop(_ source: Int) {
    listened.removeAll { $0.source == source }
    script.add("\(index) stops \(source)")
    script.act(in: world)
  }

  /// Messages count only from the last started source, while it is listened to.
  func send(_ message: FuzzMessage, bySource source: Int) {
    guard let number = numbers[source] else { return }
    if listened.contains(where: { $0.number == number }) || fault == .messagesOfStoppedSources { dispatch(message) }
  }

  func end() {
    for (wait, _) in delayed { clock.cancel(wait) }
    delayed = []
    let sources = listened.map(\.source)
    listened = []
    isBusy = true
    thread.notifyFirst { for source in sources { stop(source) } }
  }
}
