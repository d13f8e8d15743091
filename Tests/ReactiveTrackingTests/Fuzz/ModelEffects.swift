struct ModelCleanup {
  /// The log entry of its run.
  let event: FuzzEvent
  let run: () -> Void
}

final class ModelEffect: ModelReader {
  let serial: Int
  let template: FuzzTemplate
  /// The scope that a scoped body receives, or that owns the objects made by a watch's handler.
  let scope: ModelScope?
  var cleanups: [ModelCleanup] = []
  var cause = FuzzCause.never
  /// The laws leave the cause of its last run open.
  var isCauseOpen = false
  /// Its body or the preceding cleanups are on the stack.
  var isRunning = false
  var isRequested = false
  var isWaiting = false
  /// The enclosing effect whose turn was deferred when its own came.
  weak var heldFor: ModelEffect?
  /// The effects in its body whose turns came while its own was deferred.
  var heldTurns: [ModelEffect] = []
  var owner: ModelScope?
  /// Handles: a slot, or a function on the stack.
  var holders = 0
  /// Its last handle was released while it ran. It ends then or after the run, as the library did.
  var isDoomed = false
  /// Its run is an ordinary turn without a request, with nothing to clean up before. The library has no reason to
  /// retain it meanwhile.
  var isBare = false
  var last: Int?

  init(serial: Int, template: FuzzTemplate) {
    self.serial = serial
    self.template = template
    scope = template.kind.hasScope ? ModelScope() : nil
    super.init()
    scope?.effect = self
  }

  var isPaused: Bool { owner?.isPausedAtAll ?? false }

  /// The first cleanup when it runs again or ends.
  var firstCleanup: FuzzEvent? { scope?.firstCleanup ?? cleanups.last?.event }

  /// The outermost enclosing effect that waits for its turn.
  var outermostPending: ModelEffect? {
    var found: ModelEffect?
    var scope = owner
    while let present = scope {
      if let effect = present.effect, effect.isQueued || effect.isWaiting { found = effect }
      scope = present.effect?.owner ?? present.owner
    }
    return found
  }
}

final class ModelScope {
  enum Child {
    case effect(ModelEffect)
    case scope(ModelScope)
  }
  var children: [Child] = []
  var cleanups: [ModelCleanup] = []
  var owner: ModelScope?
  /// The effect whose body receives it.
  weak var effect: ModelEffect?
  var isPaused = false
  var isCancelled = false
  var holders = 0

  var firstCleanup: FuzzEvent? {
    for child in children.reversed() {
      switch child {
      case .effect(let effect): if let first = effect.firstCleanup { return first }
      case .scope(let scope): if let first = scope.firstCleanup { return first }
      }
    }
    return cleanups.last?.event
  }

  /// New children end at once.
  var isEnded: Bool { isCancelled || effect?.isEnded ?? false }
  var isPausedAtAll: Bool { isPaused || owner?.isPausedAtAll ?? false || effect?.isPaused ?? false }
}

extension ModelRun {
  // MARK: Running

  func start(_ effect: ModelEffect) {
    effect.cause = .creation
    graph.beginBatch()
    runBody(effect, isFirst: true)
    endBatch()
  }

  /// A queued effect's turn. Enclosing effects have their turns first, because they may end this one. Nothing else
  /// retains an effect in its turn: if it is dropped in its own turn, it ends there, and the writes of its cleanups
  /// belong to the turn's batch.
  func giveTurn(to effect: ModelEffect) {
    while !effect.isEnded, fault != .innerEffectFirst, let outer = effect.outermostPending {
      if outer.isWaiting {
        if effect.heldFor !== outer { outer.heldTurns.append(effect) }
        effect.heldFor = outer
        return
      }
      unqueue(outer)
      giveTurn(to: outer)
    }
    if effect.isEnded { return }
    let isDue = isDue.remove(effect.serial) != nil
    if effect.isRequested && !effect.isPaused { return rerun(effect) }
    if effect.isPaused && fault != .pauseIgnored || effect.template.isManual && !isDue {
      effect.isWaiting = true
      // A request deferred by a pause waits for the flush like any other turn.
      if effect.isRequested && effect.template.isManual { (effect.isRequested, effect.isDirty) = (false, true) }
      if !effect.isPaused { waiting.append(effect) }
      return
    }
    graph.beginBatch()
    let cause = effect.isDirty ? nil : graph.firstChange(for: effect)
    effect.isMarked = false
    let isSuspect = cause != nil || effect.isDirty || effect.isExcused
    if isSuspect && mustRun(effect, because: cause) || fault == .runForNothing {
      effect.isCauseOpen = effect.isExcused || effect.isDirty
      effect.cause = cause.map { .changed($0.id) } ?? .unknown
      effect.isBare = !effect.template.kind.hasScope && !effect.template.isManual && effect.cleanups.isEmpty
      runBody(effect, isFirst: false, cause: cause)
    }
    giveHeldTurns(in: effect)
    endBatch()
  }

  /// The effect has had its turn or its requested run. Effects that it still owns now have the turns that were held for
  /// it, in the order in which these came.
  private func giveHeldTurns(in effect: ModelEffect) {
    if effect.isEnded { return }
    let held = effect.heldTurns
    effect.heldTurns = []
    for effect in held where effect.heldFor != nil && !effect.isEnded {
      effect.heldFor = nil
      if effect.isPaused {
        effect.isWaiting = true
      } else {
        if effect.template.isManual { isDue.insert(effect.serial) }
        enqueue(effect)
      }
    }
  }

  func rerun(_ effect: ModelEffect) {
    if effect.isEnded { return }
    if effect.isRunning {
      if runners.contains(where: { $0 === effect }) {
        // It has a turn coming. Changes until then give it no second one, however long a pause defers the turn.
        (effect.isRequested, effect.isMarked) = (true, true)
      } else {
        // In the cleanups before a run: this run fulfills the request.
        effect.cause = .request
      }
      return enqueue(effect)
    }
    effect.isRequested = false
    effect.isBare = false
    effect.isWaiting = false
    effect.heldFor = nil
    isDue.remove(effect.serial)
    unqueue(effect)
    effect.isCauseOpen = false
    effect.cause = .request
    graph.beginBatch()
    runBody(effect, isFirst: false)
    giveHeldTurns(in: effect)
    endBatch()
  }

  /// A dependency has changed. If all of them have their old values again, the library may run the effect or not.
  private func mustRun(_ effect: ModelEffect, because cause: ModelNode?) -> Bool {
    if effect.isDirty { return true }
    for dependency in effect.dependencies {
      let node = dependency.node
      if node === cause && (node.cut == .never || dependency.stamp < node.lastTouch) { return true }
      if graph.truth(node) != dependency.value { return true }
    }
    if asksLibrary(about: effect) { return true }
    effect.isExcused = false
    for index in effect.dependencies.indices {
      graph.bringUpToDate(effect.dependencies[index].node)
      effect.dependencies[index].stamp = effect.dependencies[index].node.stamp
    }
    return false
  }

  private func runBody(_ effect: ModelEffect, isFirst: Bool, cause: ModelNode? = nil) {
    effect.isRunning = true
    defer {
      effect.isRunning = false
      if effect.isDoomed { end(effect) }
    }
    // The body sees the writes of its cleanups, so they give no reason for another turn.
    effect.isMarked = true
    empty(effect, isEnd: false)
    effect.isMarked = false
    // An effect dropped by its own cleanup does not run.
    if effect.isEnded || effect.isDoomed { return }
    let subject = effect.serial
    do throws(FuzzError) {
      owners.append(effect.scope)
      runners.append(effect)
      defer {
        owners.removeLast()
        runners.removeLast()
      }
      try graph.record(effect) { () throws(FuzzError) in try perform(effect, subject, isFirst: isFirst) }
    } catch {
      if isFirst { end(effect) }
      let isCertain = effect.holders > 0 || effect.owner != nil
      queue.append(.handler { [unowned self] in handle(error, of: subject, isCertain: isCertain) })
    }
    guard let cause, effect.cause == .changed(cause.id), !effect.isEnded else { return }
    if !effect.dependencies.contains(where: { $0.node === cause }) { effect.cause = .unknown }
  }

  private func handle(_ error: FuzzError, of subject: Int, isCertain: Bool) {
    let event = FuzzEvent(kind: .caught, subject: subject, value: error.code)
    // An effect dropped in its run may have lost its handler.
    if isCertain || nextOfLibrary == event { note(.caught, subject, 0, error.code) }
  }

  private func perform(_ effect: ModelEffect, _ subject: Int, isFirst: Bool) throws(FuzzError) {
    guard case .watch(let id, let isInitial, let cut) = effect.template.kind else {
      note(.runs, subject)
      try attempt(effect.template.body, as: subject)
      note(.ends, subject)
      return
    }
    let new = graph.nodes[id].map { graph.read($0, .value) } ?? 0
    let old = effect.last ?? new
    let isNews = effect.last == nil ? isInitial : !cut.isDuplicate(old, new)
    if effect.last == nil || isNews { effect.last = new }
    // The objects of the previous handler call are cleaned up only now.
    if let scope = effect.scope, isNews || fault == .cleanedUpForNothing { callFreely { empty(scope) } }
    if !isNews { return }
    // A cleanup may have ended it, or dropped its last handle. The caller of `run()` has another one.
    if effect.isDoomed && effect.cause != .request { end(effect) }
    if effect.isEnded { return }
    callFreely(in: effect.scope) {
      note(.watched, subject, old, new)
      perform(effect.template.body, as: subject)
    }
  }

  // MARK: Cleanups

  func addCleanup(_ cleanup: ModelCleanup, as subject: Int) {
    if let owner = owners.last ?? nil {
      if owner.isEnded { return cleanup.run() }
      return owner.cleanups.append(cleanup)
    }
    guard let effect = runners.last else { return complain("there is nothing to clean up after") }
    settleDoom(of: effect, nextCleanup: cleanup.event)
    if effect.isEnded { return cleanup.run() }
    effect.cleanups.append(cleanup)
  }

  /// Cleans up the last run: its children, last in first out, then its cleanups.
  private func empty(_ effect: ModelEffect, isEnd: Bool) {
    if let scope = effect.scope, isEnd || !effect.template.kind.isWatch { empty(scope) }
    clean {
      let isWrong = fault == .firstCleanupFirst && !effect.cleanups.isEmpty
      return isWrong ? effect.cleanups.removeFirst() : effect.cleanups.popLast()
    }
  }

  private func empty(_ scope: ModelScope) {
    while let child = scope.children.last {
      // A child whose end is on the stack completes its end here, after those created later.
      switch child {
      case .effect(let effect): if effect.isEnded { finishEnd(effect) } else { end(effect) }
      case .scope(let inner): if inner.isCancelled { finishEnd(inner) } else { end(inner) }
      }
    }
    clean { scope.cleanups.popLast() }
  }

  /// The cleanups of one effect are a batch. Taken one by one, since each may do anything, including ending its own
  /// effect.
  private func clean(_ takeLast: () -> ModelCleanup?) {
    guard let first = takeLast() else { return }
    graph.beginBatch()
    first.run()
    while let cleanup = takeLast() { cleanup.run() }
    endBatch()
  }

  // MARK: Ending

  func end(_ effect: ModelEffect) {
    if effect.isEnded { return }
    graph.unsubscribe(effect)
    unqueue(effect)
    finishEnd(effect)
  }

  func end(_ scope: ModelScope) {
    if scope.isCancelled { return }
    scope.isCancelled = true
    finishEnd(scope)
  }

  /// One batch, so that the writes of cleanups do not run effects that are about to end. It leaves its owner last,
  /// since a cleanup may end the owner, too.
  private func finishEnd(_ effect: ModelEffect) {
    graph.beginBatch()
    empty(effect, isEnd: true)
    effect.owner?.children.removeAll { if case .effect(let other) = $0 { other === effect } else { false } }
    effect.owner = nil
    endBatch()
  }
  private func finishEnd(_ scope: ModelScope) {
    graph.beginBatch()
    empty(scope)
    scope.owner?.children.removeAll { if case .scope(let other) = $0 { other === scope } else { false } }
    scope.owner = nil
    endBatch()
  }

  func release(_ effect: ModelEffect) {
    effect.holders -= 1
    if effect.holders > 0 || effect.owner != nil || effect.isEnded { return }
    if effect.isRunning { doom(effect) } else { end(effect) }
  }
  func hold(_ effect: ModelEffect, _ body: (ModelEffect) -> Void) {
    effect.holders += 1
    body(effect)
    release(effect)
  }
  func release(_ scope: ModelScope) {
    scope.holders -= 1
    if scope.holders == 0 && scope.owner == nil { end(scope) }
  }
}
