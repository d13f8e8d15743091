/// One binding of the model.
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
  private var refused = 0
  // Of an object's property.
  private var known: Int?
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
    model.join(firstStamp, secondStamp)
  }

  func begin() {
    if let object {
      if spec.isByCallback {
        object.callbacks.append((spec.number, { self.hear() }))
      } else {
        let isAlive = { object.isAlive && !self.isCancelled && self.hearsAnnouncements }
        object.observers.append(.init(known: 0, isAlive: isAlive, { _ in self.hear() }))
      }
    }
    let isAlive = { !self.isCancelled && self.first.isAlive && (self.other?.isAlive ?? self.object!.isAlive) }
    first.observers.append(.init(known: first.version, isAlive: isAlive, { _ in self.settle() }))
    if let other { other.observers.append(.init(known: other.version, isAlive: isAlive, { _ in self.settle() })) }
    if firstStamp.time <= secondStamp.time { model.noteWrite(firstStamp) }
    model.inTurn { settle() }
  }

  func cancel() {
    isCancelled = true
    endAnnouncements()
  }
  func endAnnouncements() {
    hearsAnnouncements = false
    object?.callbacks.removeAll { $0.number == spec.number }
  }

  private func settle() {
    for _ in 0..<2 {
      let (one, two) = (firstStamp.time, secondStamp.time)
      if one == two || max(one, two) == refused { return }
      do throws(TwoWayScript.Refused) {
        if one > two {
          if !first.isAlive { return }
          report(first.value)
          writeSecond(try spec.conversion.forward(first.value), from: one)
        } else {
          guard let value = readSecond() else { return }
          report(value)
          let number = try spec.conversion.back(value)
          model.carry(firstStamp, from: two) { model.write(first, number) }
        }
      } catch {
        refused = max(one, two)
        model.send(.failure(error.number))
        return
      }
    }
  }
  private func report(_ number: Int) {
    if spec.conversion != .same { model.script.converted(spec.number, number) }
  }

  private func readSecond() -> Int? {
    if let other { return other.isAlive ? other.value : nil }
    return !isCancelled && object!.isAlive ? object!.value : nil
  }
  private func writeSecond(_ number: Int, from time: Int) {
    if let other { return model.carry(secondStamp, from: time) { model.write(other, number) } }
    guard let object, readSecond() != nil else { return }
    wasAnnounced = false
    model.carry(secondStamp, from: time) {
      known = number
      if object.kind.isComparable && object.value == number { return }
      isWriting = true
      model.set(object, number)
      isWriting = false
    }
    if object.kind.isComparable {
      // What the setter has made of it, if it says so, is the newer value.
      if !wasAnnounced || object.value == number { return }
      known = object.value
      model.noteWrite(secondStamp)
    } else if !wasAnnounced {
      awaitsEcho = true
      model.onceIdle { self.awaitsEcho = false }
    }
  }

  /// The object says that it has changed.
  private func hear() {
    model.inTurn {
      if isWriting {
        wasAnnounced = true
        return
      }
      guard let object, !isCancelled, object.isAlive else { return }
      if object.kind.isComparable {
        if known == object.value { return }
        known = object.value
      } else if awaitsEcho {
        awaitsEcho = false
        return
      }
      model.noteWrite(secondStamp)
      settle()
    }
  }
}
