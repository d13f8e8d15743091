import ReactiveTestSupport
import ReactiveTracking

extension LibraryRun {
  func perform(_ statement: FuzzStatement, as subject: Int) {
    do { try attempt([statement], as: subject) } catch { complain("\(error) came out of step") }
  }
  func perform(_ statements: [FuzzStatement], as subject: Int) {
    do { try attempt(statements, as: subject) } catch { complain("\(error) came out of a body that throws nothing") }
  }

  func attempt(_ statements: [FuzzStatement], as subject: Int) throws {
    for statement in statements {
      switch statement {
      case .read(let id, let access): if nodes[id] != nil { read(id, access, as: subject) }
      case .write, .increment, .touch, .recompute: change(statement)
      case .when(let id, let odd, let even):
        if nodes[id] == nil { continue }
        let isOdd = read(id, .value, as: subject) % 2 == 1
        if isOdd { try attempt(odd, as: subject) } else { try attempt(even, as: subject) }
      case .batch(let body, let ending): try runBatch(body, ending, as: subject)
      case .untracked(let body): try untracked { try attempt(body, as: subject) }
      case .fail(let id):
        if nodes[id] == nil { continue }
        let value = read(id, .value, as: subject)
        if value % 2 == 1 { throw FuzzError(code: value) }
      case .make(let template, let slot): if subject == 0 || takeFuel() { make(template, slot) }
      case .cancel(let slot): effects[slot]?.cancel()
      case .drop(let slot):
        let old = effects.removeValue(forKey: slot)
        withExtendedLifetime(old) {}
      case .rerun(let slot): if takeFuel() { effects[slot]?.run() }
      case .cleanup(let body): onCleanup(cleanup(body, as: subject))
      case .makeScope, .inScope, .scopeCleanup, .cancelScope, .dropScope, .pause, .resume:
        try scopeStatement(statement, as: subject)
      case .observe(let slot, let id, let isInitial, let body): observe(slot, id, isInitial, body)
      case .unobserve(let slot):
        let old = subscriptions.removeValue(forKey: slot)
        old?.cancel()
      case .flush: flush()
      case .advance(let count): clock.advance(by: .seconds(count))
      case .inspect: inspect()
      case .temporary(let id): if nodes[id] != nil { temporary(id, as: subject) }
      case .dropNode(let id):
        let old = nodes[id]
        nodes[id] = nil
        withExtendedLifetime(old) {}
      }
    }
  }

  private func change(_ statement: FuzzStatement) {
    switch statement {
    case .write(let id, let amount):
      guard let write = nodes[id]?.write, takeFuel() else { return }
      switch amount {
      case .constant(let value): write(value)
      case .of(let other, let access, let more):
        if nodes[other] == nil { return }
        write((value(other, access) + more) % 6)
      }
    case .increment(let id):
      guard let increment = nodes[id]?.increment, takeFuel() else { return }
      increment()
    case .touch(let id):
      guard let touch = nodes[id]?.touch, takeFuel() else { return }
      touch()
    case .recompute(let id): if takeFuel() { nodes[id]?.run?() }
    default: break
    }
  }

  private func runBatch(_ body: [FuzzStatement], _ ending: FuzzEnding, as subject: Int) throws {
    let before = nodes.map { $0?.write == nil ? 0 : $0?.peek() ?? 0 }
    do {
      try batch {
        try attempt(body, as: subject)
        if case .throwing = ending { throw Surprise() }
        if case .reverting = ending, takeFuel() {
          for (id, value) in before.enumerated() { nodes[id]?.write?(program.nodes[id].cut.duplicate(of: value)) }
        }
      }
    } catch is Surprise {}
  }

  private func cleanup(_ body: [FuzzStatement], as subject: Int) -> () -> Void {
    let number = nextCleanup(of: subject)
    return { [unowned self, token = ledger.token()] in
      _ = token
      note(.cleansUp, subject, number)
      perform(body, as: subject)
    }
  }

  // MARK: Effects

  private func make(_ index: Int, _ slot: Int?) {
    let template = program.templates[index]
    let subject = nextSerial()
    let token = ledger.token()
    let body: () throws -> Void = { [unowned self] in
      note(.runs, subject)
      try attempt(template.body, as: subject)
      note(.ends, subject)
      _ = token
    }
    let safeBody: () -> Void = { [unowned self] in
      do { try body() } catch { complain("\(error) came out of an effect that throws nothing") }
    }
    if case .watch(let id, _, _) = template.kind, nodes[id] == nil { return }
    let effect = inRuntime(of: template) {
      switch template.kind {
      case .plain: return Effect(name: "e\(subject)", safeBody)
      case .scoped: return Effect(name: "e\(subject)") { (_: EffectScope) in safeBody() }
      case .throwing:
        return Effect(name: "e\(subject)", body) { [unowned self, token] error in
          _ = token
          note(.caught, subject, 0, (error as? FuzzError)?.code ?? -1)
        }
      case .watch(let id, let isInitial, let cut):
        let handler: (Int, Int) -> Void = { [unowned self, token] old, new in
          _ = token
          note(.watched, subject, old, new)
          perform(template.body, as: subject)
        }
        switch cut {
        case .exact: return watch(of: self.value(id, .value), initial: isInitial, handler)
        case .identity(let holding):
          let read: () -> Int = { [unowned self] in value(id, .value) }
          return things.use(WatchOfObjects(isInitial: isInitial, read: read, handler: handler), as: holding)
        default:
          return watch(of: self.value(id, .value), initial: isInitial, isDuplicate: cut.isDuplicate, handler)
        }
      }
    }
    if let slot { put(effect, slot) }
    withExtendedLifetime(effect) {}
  }

  /// Ends the slot's previous effect, which may do anything, while the caller holds the new one. If this were inlined,
  /// the optimizer could release the new one first.
  @inline(never)
  private func put(_ effect: Effect, _ slot: Int) { _ = effects.updateValue(effect, forKey: slot) }

  private func scopeStatement(_ statement: FuzzStatement, as subject: Int) throws {
    switch statement {
    case .makeScope(let slot):
      if subject != 0 && !takeFuel() { return }
      let old = scopes.updateValue(EffectScope(name: "s\(nextSerial())"), forKey: slot)
      withExtendedLifetime(old) {}
    case .inScope(let slot, let body): try scopes[slot]?.run { try attempt(body, as: subject) }
    case .scopeCleanup(let slot, let body): scopes[slot]?.onCleanup(cleanup(body, as: subject))
    case .cancelScope(let slot): scopes[slot]?.cancel()
    case .dropScope(let slot):
      let old = scopes.removeValue(forKey: slot)
      withExtendedLifetime(old) {}
    case .pause(let slot): scopes[slot]?.pause()
    case .resume(let slot): scopes[slot]?.resume()
    default: break
    }
  }

  // MARK: Observers

  private func observe(_ slot: Int, _ id: Int, _ isInitial: Bool, _ body: [FuzzStatement]) {
    let subject = nextSerial()
    let node = program.nodes[id]
    let handler: (Int) -> Void = { [unowned self, token = ledger.token()] value in
      _ = token
      note(.notified, subject, 0, node.seen(value))
      perform(body, as: subject)
    }
    guard let new = nodes[id]?.observe(isInitial, handler) else { return }
    let old = subscriptions.updateValue(new, forKey: slot)
    old?.cancel()
  }
}
