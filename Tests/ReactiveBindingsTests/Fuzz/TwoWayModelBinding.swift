final class TwoWayModelBinding {
  let spec: TwoWayScript.Binding
  private unowned let model: TwoWayModel
  private let first: TwoWayModel.Node
  private let firstStamp: TwoWayModel.Stamp
  private let other: TwoWayModel.Node?
  private let object: TwoWayModel.Object?
  private let secondStamp: TwoWayModel.Stamp
  private var isCancelled = false
  private var hearsAnnouncements = true
  private var settled: (one: Int, two: Int)?
  private var looksLater = false
  private var isDeferred = false
  // For an object's property.
  private var seenValue: Int?
  private var isWriting = false
  private var wasAnnounced = false
  private var awaitsEcho = false

  init(_ spec: TwoWayScript.Binding, in model: TwoWayModel) {
    self.spec = spec
    self.model = model
    first = model.nodes[spec.first]
    let stamp = first.stamp ?? model.makeStamp()
    first.stamp = stamp
    firstStamp = stamp
    switch spec.second {
    case .node(let index):
      let node = model.nodes[index]
      let stamp = node.stamp ?? model.makeStamp()
      node.stamp = stamp
      (other, object, secondStamp) = (node, nil, stamp)
    case .object(let index): (other, object, secondStamp) = (nil, model.objects[index], model.makeStamp())
    }
  }

  func begin() {
    if let object {
      if spec.isByCallback {
        object.callbacks.append((spec.number, { self.hear() }))
      } else {
        let isAlive = { object.isAlive && !self.isCancelled && self.hearsAnnouncements }
        object.observers.append(.init(seenVersion: 0, isAlive: isAlive, { _ in self.hear() }))
      }
    }
    let isAlive = { !self.isCancelled && self.first.isAlive && (self.other?.isAlive ?? self.object!.isAlive) }
    first.observers.append(.init(seenVersion: first.version, isAlive: isAlive, { _ in self.settle() }))
    if let other { other.observers.append(.init(seenVersion: other.version, isAlive: isAlive, { _ in self.settle() })) }
    let isSecond = model.fault == .secondWins
    let isNewer = isSecond ? model.join(secondStamp, firstStamp) : model.join(firstStamp, secondStamp)
    model.inTurn {
      if isNewer { return settle() }
      let (one, two) = (firstStamp.time, secondStamp.time)
      do throws(TwoWayScript.Refused) {
        let value = first.value
        report(value)
        let number = try spec.conversion.forward(value)
        if firstStamp.time != one || secondStamp.time != two { return settle() }
        let now = model.time(in: firstStamp.group)
        let times = (firstStamp.time, now)
        writeSecond(number, from: now, isCorrection: false)
        note(times)
        settle()
      } catch {
        if firstStamp.time != one || secondStamp.time != two { return settle() }
        note((firstStamp.time, secondStamp.time))
        model.send(.failure(error.number))
      }
    }
  }

  func cancel() {
    if model.fault == .cancelledInTurn { model.send(.look { self.end() }) } else { end() }
  }
  private func end() {
    isCancelled = true
    endAnnouncements()
  }
  func endAnnouncements() {
    hearsAnnouncements = false
    object?.callbacks.removeAll { $0.number == spec.number }
  }

  private func settle() {
    if isCancelled || isDeferred { return }
    if model.isInBatch && !looksLater {
      looksLater = true
      model.send(
        .look { [weak self] in
          self?.looksLater = false
          self?.settle()
        })
    }
    if model.isInBatch && model.fault == .carriedAtEnd { return }
    for _ in 0..<100 {
      if !first.isAlive || readSecond() == nil { return }
      let (one, two) = (firstStamp.time, secondStamp.time)
      if one == two || isSettled(one, two) { return }
      do throws(TwoWayScript.Refused) {
        if one > two && model.fault != .earlierWins || one < two && model.fault == .earlierWins {
          if !first.isAlive { return }
          let value = first.value
          report(value)
          let number = try spec.conversion.forward(value)
          if firstStamp.time != one || secondStamp.time != two { continue }
          writeSecond(number, from: one, isCorrection: firstStamp.isCorrection)
        } else {
          guard let value = readSecond() else { return }
          report(value)
          let number = try spec.conversion.back(value)
          if firstStamp.time != one || secondStamp.time != two { continue }
          model.carry(firstStamp, from: two, isCorrection: secondStamp.isCorrection) { model.write(first, number) }
        }
      } catch {
        if firstStamp.time != one || secondStamp.time != two { continue }
        if model.fault != .failureRepeated { note((one, two)) }
        let isHasty = model.fault == .failureAtOnce
        if isHasty { model.script.failed(error.number) } else { model.send(.failure(error.number)) }
        return
      }
    }
    // The consequences are delivered before it continues.
    isDeferred = true
    model.send(
      .look { [weak self] in
        self?.isDeferred = false
        self?.settle()
      })
  }
  private func note(_ times: (Int, Int)) { settled = (times.0 - firstStamp.lift, times.1 - firstStamp.lift) }
  private func isSettled(_ one: Int, _ two: Int) -> Bool {
    guard let settled else { return false }
    return settled.one + firstStamp.lift == one && settled.two + firstStamp.lift == two
  }
  private func report(_ number: Int) {
    if spec.conversion != .same { model.script.converted(spec.number, number) }
  }

  private func readSecond() -> Int? {
    if let other { return other.isAlive ? other.value : nil }
    return !isCancelled && object!.isAlive ? object!.value : nil
  }
  private func writeSecond(_ number: Int, from time: Int, isCorrection: Bool) {
    if let other {
      return model.carry(secondStamp, from: time, isCorrection: isCorrection) { model.write(other, number) }
    }
    guard let object, readSecond() != nil else { return }
    wasAnnounced = false
    model.carry(secondStamp, from: time, isCorrection: isCorrection) {
      seenValue = number
      if object.kind.isComparable && object.value == number { return }
      isWriting = true
      model.set(object, number)
      isWriting = false
      if !wasAnnounced {
        awaitsEcho = true
        model.onceIdle { self.awaitsEcho = false }
      }
    }
    // The setter's correction is the newer value, if announced. A correction of a correction does not count.
    if !wasAnnounced || !object.kind.isComparable || object.value == number { return }
    seenValue = object.value
    if !secondStamp.isCorrection && model.fault != .correctionLost { model.noteWrite(secondStamp, isCorrection: true) }
  }

  private func hear() {
    model.inTurn {
      if isWriting {
        wasAnnounced = true
        return
      }
      guard let object, !isCancelled, object.isAlive else { return }
      if object.kind.isComparable {
        if seenValue == object.value && model.fault != .unchangedCounts { return }
        seenValue = object.value
      } else if awaitsEcho && model.fault != .echoCounts {
        awaitsEcho = false
        return
      }
      if awaitsEcho && secondStamp.isCorrection { return }
      model.noteWrite(secondStamp, isCorrection: awaitsEcho)
      settle()
    }
  }
}
