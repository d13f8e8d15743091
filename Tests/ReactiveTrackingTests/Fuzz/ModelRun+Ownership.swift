// Creation, ownership and pauses, and questions that the laws leave open.

extension ModelRun {
  func make(_ index: Int, _ slot: Int?) {
    let template = program.templates[index]
    let effect = ModelEffect(serial: nextSerial(), template: template)
    if case .watch(let id, _, _) = template.kind, graph.nodes[id] == nil { return }
    effect.holders = 1
    if let owner = owners.last ?? nil {
      if owner.isEnded {
        effect.isEnded = true
      } else {
        effect.owner = owner
        owner.children.append(.effect(effect))
      }
    }
    if !effect.isEnded { start(effect) }
    recountObserved()
    if let slot {
      effect.holders += 1
      if let old = effects.updateValue(effect, forKey: slot) { release(old) }
    }
    release(effect)
  }

  func dropEffect(_ slot: Int) {
    if let old = effects.removeValue(forKey: slot) { release(old) }
  }
  func dropScope(_ slot: Int) {
    if let old = scopes.removeValue(forKey: slot) { release(old) }
  }

  func scopeStatement(_ statement: FuzzStatement, as subject: Int) throws(FuzzError) {
    switch statement {
    case .makeScope(let slot):
      if subject == 0 || takeFuel() { makeScope(slot) }
    case .inScope(let slot, let body):
      guard let scope = scopes[slot] else { return }
      scope.holders += 1
      owners.append(scope)
      defer {
        owners.removeLast()
        release(scope)
      }
      try attempt(body, as: subject)
    case .scopeCleanup(let slot, let body):
      guard let scope = scopes[slot] else { return }
      let cleanup = cleanup(body, as: subject)
      if scope.isCancelled { cleanup.run() } else { scope.cleanups.append(cleanup) }
    case .cancelScope(let slot):
      guard let scope = scopes[slot] else { return }
      scope.holders += 1
      end(scope)
      release(scope)
    case .dropScope(let slot): dropScope(slot)
    case .pause(let slot): scopes[slot]?.isPaused = true
    case .resume(let slot):
      guard let scope = scopes[slot], scope.isPaused else { return }
      scope.isPaused = false
      scope.holders += 1
      wake(scope)
      flushIfIdle()
      // A source that starts in the flush starts before the scope's last reference may end its observer.
      recountObserved()
      release(scope)
    default: break
    }
  }

  private func makeScope(_ slot: Int) {
    let scope = ModelScope()
    _ = nextSerial()
    scope.holders = 1
    if let owner = owners.last ?? nil {
      if owner.isEnded {
        scope.isCancelled = true
      } else {
        scope.owner = owner
        owner.children.append(.scope(scope))
      }
    }
    if let old = scopes.updateValue(scope, forKey: slot) { release(old) }
  }

  /// The pause is over. Effects with deferred turns have them in creation order, each before the effects of its body.
  private func wake(_ scope: ModelScope) {
    for child in scope.children {
      switch child {
      case .effect(let effect):
        if effect.isPaused { continue }
        if effect.isWaiting { wake(effect, isDue: false) }
        if let inner = effect.scope { wake(inner) }
      case .scope(let inner): if !inner.isPaused { wake(inner) }
      }
    }
  }
  private func wake(_ effect: ModelEffect, isDue due: Bool) {
    effect.isWaiting = false
    if due { isDue.insert(effect.serial) }
    enqueue(effect)
  }

  func flushNow() {
    while !waiting.isEmpty && complaint == nil {
      let all = waiting
      waiting = []
      graph.beginBatch()
      // An effect paused in the meantime waits until it is resumed.
      for effect in all where effect.isWaiting && !effect.isEnded && (!effect.isPaused || fault == .pauseIgnored) {
        wake(effect, isDue: true)
      }
      endBatch()
    }
  }

  // MARK: What the laws leave open

  /// The library's next event, if order is compared.
  var nextOfLibrary: FuzzEvent? {
    program.isOrdered && log.count < oracle.count ? oracle[log.count] : nil
  }

  /// Whether the library ran the effect now.
  func asksLibrary(about effect: ModelEffect) -> Bool {
    // A watch does not report a run without a change.
    if case .watch = effect.template.kind { effect.isCauseOpen = true }
    func isRun(_ event: FuzzEvent) -> Bool {
      event.subject == effect.serial && (event.kind == .runs || event.kind == .watched)
    }
    if program.isOrdered {
      guard let next = nextOfLibrary else { return false }
      return effect.firstCleanup.map { $0 == next } ?? isRun(next)
    }
    func runs(_ log: [FuzzEvent]) -> Int {
      let begin = log.firstIndex { $0.kind == .step && $0.what == step } ?? log.count
      return log[begin...].prefix { $0.kind != .step || $0.what == step }.count {
        isRun($0)
      }
    }
    return runs(oracle) > runs(log)
  }

  /// The last handle of a running effect is released. It may end at once, or live until its run is over: then the next
  /// event is not its cleanup, or is, for another reason. Without a cleanup the log does not decide. But the
  /// dependencies that it reads in the rest of the run then have a dependent or none, and so a snapshot or none.
  func doom(_ effect: ModelEffect) {
    effect.isDoomed = true
    if effect.template.kind.isWatch { return }
    guard runners.contains(where: { $0 === effect }) else { return }
    let seemsEnded = effect.firstCleanup.map { $0 == nextOfLibrary } ?? effect.isBare
    if seemsEnded && guess() { end(effect) }
  }

  /// A doomed effect registers a cleanup, which runs at once if the effect has already ended.
  func settleDoom(of effect: ModelEffect, nextCleanup: FuzzEvent) {
    guard effect.isDoomed, !effect.isEnded, effect.firstCleanup == nil, nextOfLibrary == nextCleanup else { return }
    if guess() { end(effect) }
  }

  /// Whether appearances are right.
  private func guess() -> Bool {
    openQuestions += 1
    return !wrongGuesses.contains(openQuestions)
  }
}
