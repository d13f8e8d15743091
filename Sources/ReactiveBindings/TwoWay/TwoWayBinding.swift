import ReactiveCore

/// Keeps two sides in agreement: the one that was written last is carried over to the other.
///
/// Whoever tells that a side has changed calls ``settle()``, which looks at both: so it does not matter who tells first,
/// how often, and what has happened since. It is kept by the observers of its sides, and keeps none of them.
final class TwoWayBinding<First, Second, Failure: Error> {
  private let first: BindingSide<First>
  private let second: BindingSide<Second>
  private let forward: (First) throws(Failure) -> Second
  private let back: (Second) throws(Failure) -> First
  private let errors: Event<Failure>?
  /// The write of the first side, and of the second, that need not be carried over though their times differ: the
  /// binding began with them, or they could not be converted. In the first side's own time.
  private var settled: (first: Int64, second: Int64)?
  private var looksLater = false
  private var isOver = false

  init(
    _ first: BindingSide<First>, _ second: BindingSide<Second>,
    _ forward: @escaping (First) throws(Failure) -> Second, _ back: @escaping (Second) throws(Failure) -> First,
    _ errors: Event<Failure>?
  ) {
    self.first = first
    self.second = second
    self.forward = forward
    self.back = back
    self.errors = errors
  }

  /// The first side counts as the newer one, and is carried over.
  func begin() {
    // In a ring that is closed by this both have one time already, and may have to be made to agree all the same: then
    // the second side is written now.
    let isNewer = first.stamp.clock.overtake(second.stamp.clock)
    // What a setter writes is told after it.
    Context.deliverFirst {
      if isNewer { return settle() }
      let now = WriteStamp()
      _ = now.clock.overtake(first.stamp.clock)
      now.noteWrite()
      let time = (first: first.stamp.time, second: now.time)
      guard let value = first.read() else { return }
      do throws(Failure) {
        let converted = try convert(value, forward)
        second.write(converted, from: now)
        note(time)
        settle()
      } catch {
        note((first.stamp.time, second.stamp.time))
        errors?.trigger(error)
      }
    }
  }

  /// The binding was cancelled.
  func end() { isOver = true }

  /// Carries the newer side over.
  func settle() {
    if isOver { return }
    if Context.ready.batchDepth > 0 { settleLater() }
    // More than once if a property makes something else of what it is given, or if a conversion writes; but one that
    // writes at each call is left alone.
    for _ in 0..<100 {
      if first.isGone || second.isGone { return }
      let (one, other) = (first.stamp.time, second.stamp.time)
      if one == other || isSettled(one, other) { return }
      do throws(Failure) {
        if one > other {
          guard let value = first.read() else { return }
          let converted = try convert(value, forward)
          if isAt(one, other) { second.write(converted, from: first.stamp) }
        } else {
          guard let value = second.read() else { return }
          let converted = try convert(value, back)
          if isAt(one, other) { first.write(converted, from: second.stamp) }
        }
      } catch {
        if !isAt(one, other) { continue }
        note((one, other))
        errors?.trigger(error)
        return
      }
    }
  }

  /// A batch that takes the change back tells nobody of it, though it has been carried over.
  private func settleLater() {
    if looksLater { return }
    looksLater = true
    callLater(label: "two-way binding") { [weak self] in
      self?.looksLater = false
      self?.settle()
    }
  }

  private func isAt(_ one: Int64, _ other: Int64) -> Bool { first.stamp.time == one && second.stamp.time == other }

  private func note(_ times: (first: Int64, second: Int64)) {
    let shift = first.stamp.clock.shiftToAll
    settled = (times.first - shift, times.second - shift)
  }
  private func isSettled(_ one: Int64, _ other: Int64) -> Bool {
    guard let settled else { return false }
    let shift = first.stamp.clock.shiftToAll
    return settled.first + shift == one && settled.second + shift == other
  }

  /// What a conversion reads is nobody's.
  private func convert<Value, Result>(
    _ value: Value, _ conversion: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    withoutTracking {
      do throws(Failure) { result = .success(try conversion(value)) } catch { result = .failure(error) }
    }
    switch result {
    case .success(let converted)?: return converted
    case .failure(let error)?: throw error
    case nil: stop("a conversion has not run")
    }
  }
}
