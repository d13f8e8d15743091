import ReactiveCore
import ReactiveTestSupport

/// A random program of behaviors and streams that follow sequences, run step by step in the library and in the model.
///
/// After each step, every observer has seen what the model's has, all values are equal, and the loops are equally far.
final class FollowingProgram {
  private enum Followed {
    case behavior(Behavior<Int>)
    case results(Behavior<Result<Int, any Error>>)
    case stream(EventStream<Int>)
    case streamOfResults(EventStream<Result<Int, any Error>>)
    var object: AnyObject {
      switch self {
      case .behavior(let behavior): behavior
      case .results(let behavior): behavior
      case .stream(let stream): stream
      case .streamOfResults(let stream): stream
      }
    }
  }
  /// What an observer of an element does besides.
  private enum Reaction {
    case cancel(Int)
    case observe(Int)
    case drop(Int)
  }

  private let choices: RandomChoices
  private let model: FollowingModel
  private let stage: Stage
  private let patience: Int
  private(set) var failure: String?

  private var elements: [SteeredElements] = []
  private var followed: [Followed?] = []
  private var ends: [() -> Bool] = []
  private var tokens: [Subscription] = []
  private var seen: [[Int]] = []
  private var reactions: [Int: Reaction] = [:]
  /// The observers that the model's observers have added, and the library's have not.
  private var added: [(number: Int?, source: Int)] = []

  init(_ choices: RandomChoices, fault: FollowingFault?, on stage: isolated Stage) {
    self.choices = choices
    self.stage = stage
    model = FollowingModel(fault)
    patience = fault == nil ? 50 : 1
    model.react = { [unowned self] in react(of: $0, in: .model) }
  }

  func run(on stage: isolated Stage) {
    for _ in 0..<2 { make(on: stage) }
    for _ in 0..<24 where failure == nil { choices.part { step(on: stage) } }
    takeDown(on: stage)
  }

  private func step(on stage: isolated Stage) {
    let source = choices.below(followed.count)
    switch choices.below(10) {
    case 0: if followed.count < 4 { make(on: stage) }
    case 1...2: if followed[source] != nil { observe(source, reaction: drawReaction()) }
    case 3: if let observer = drawObserver() { apply(.cancel(observer)) }
    case 4: if choices.once(in: 3) { apply(.drop(source)) }
    case 5:
      // Observed and left in one batch, or the other way round: nothing starts, and nothing is cancelled.
      let observer = drawObserver()
      choices.note("batch")
      batch {
        if followed[source] != nil { observe(source, reaction: nil) }
        if let observer { apply(.cancel(observer)) }
      }
    case 6...7: give(to: source)
    default: takeIn(on: stage)
    }
    settle()
  }

  // MARK: Steps

  private func make(on stage: isolated Stage) {
    let kind = choices.pick(FollowingModel.Kind.allCases)!
    let isWhileObserved = choices.once(in: 2)
    choices.note("\(followed.count): \(kind)\(isWhileObserved ? ", while observed" : "")")
    let own = SteeredElements(stage)
    let sequence = SteeredSequence(elements: own)
    let throwing = ThrowingSteeredSequence(elements: own)
    let new: Followed =
      switch kind {
      case .behavior:
        .behavior(Behavior(following: sequence, initial: 0, whileObserved: isWhileObserved, isolation: stage))
      case .results:
        .results(
          Behavior(following: throwing, initial: .success(0), whileObserved: isWhileObserved, isolation: stage))
      case .stream: .stream(EventStream(following: sequence, whileObserved: isWhileObserved, isolation: stage))
      case .streamOfResults:
        .streamOfResults(EventStream(following: throwing, whileObserved: isWhileObserved, isolation: stage))
      }
    elements.append(own)
    followed.append(new)
    ends.append { [weak object = new.object] in object == nil }
    model.make(kind, whileObserved: isWhileObserved)
    settle()
  }

  private func drawObserver() -> Int? { seen.isEmpty ? nil : choices.below(seen.count) }

  private func drawReaction() -> Reaction? {
    switch choices.below(6) {
    case 0: .cancel(seen.count)
    case 1: drawObserver().flatMap { model.observers[$0].isDerived ? nil : .cancel($0) }
    case 2: .observe(choices.below(followed.count))
    case 3: .drop(choices.below(followed.count))
    default: nil
    }
  }

  private func observe(_ source: Int, reaction: Reaction?) {
    guard let followed = followed[source] else { return }
    let isBehavior = model.sources[source].kind.isBehavior
    let isDerived = isBehavior && reaction == nil && choices.once(in: 3)
    let isOfEnd = !isBehavior && reaction == nil && choices.once(in: 3)
    choices.note("observe \(source)\(isDerived ? " half" : isOfEnd ? " end" : ""): \(seen.count)")
    // First, because the observer of an end may be called at once.
    let number = model.observe(source, isDerived: isDerived, isOfEnd: isOfEnd)
    reactions[number] = reaction
    add(number, to: followed, isDerived: isDerived, isOfEnd: isOfEnd)
  }

  private func add(_ number: Int, to followed: Followed, isDerived: Bool = false, isOfEnd: Bool = false) {
    seen.append([])
    tokens.append(subscribe(number, to: followed, isDerived: isDerived, isOfEnd: isOfEnd))
  }

  private func subscribe(_ number: Int, to followed: Followed, isDerived: Bool, isOfEnd: Bool) -> Subscription {
    func see(_ value: Int) {
      seen[number].append(value)
      if !isOfEnd { react(of: number, in: .library) }
    }
    func see(_ result: Result<Int, any Error>) { see(Self.number(result)) }
    switch followed {
    case .behavior(let behavior):
      if isDerived { return ComputedBehavior { behavior.value / 2 }.sink { see($0) } }
      return behavior.sink { see($0) }
    case .results(let behavior):
      if isDerived { return ComputedBehavior { Self.number(behavior.value) / 2 }.sink { see($0) } }
      return behavior.sink { see($0) }
    case .stream(let stream): return isOfEnd ? stream.onFinish { see(0) } : stream.sink { see($0) }
    case .streamOfResults(let stream): return isOfEnd ? stream.onFinish { see(0) } : stream.sink { see($0) }
    }
  }

  private static func number(_ result: Result<Int, any Error>) -> Int { (try? result.get()) ?? FollowingModel.error }

  private enum World { case model, library }

  private func react(of observer: Int, in world: World) {
    guard let reaction = reactions[observer] else { return }
    switch (reaction, world) {
    case (.cancel(let other), .model): model.cancel(other)
    case (.cancel(let other), .library): tokens[other].cancel()
    case (.drop(let source), .model): model.drop(source)
    case (.drop(let source), .library): followed[source] = nil
    case (.observe(let source), .model):
      let adds = !model.sources[source].isDropped && model.observers.count < 20
      added.append((adds ? model.observe(source, isDerived: false, isOfEnd: false) : nil, source))
    case (.observe, .library):
      // The model's observers were called before.
      guard !added.isEmpty else { return }
      let (number, source) = added.removeFirst()
      if let number, let followed = followed[source] { add(number, to: followed) }
    }
  }

  private func apply(_ reaction: Reaction) {
    switch reaction {
    case .cancel(let observer):
      choices.note("cancel \(observer)")
      model.cancel(observer)
      tokens[observer].cancel()
    case .drop(let source):
      choices.note("drop \(source)")
      model.drop(source)
      followed[source] = nil
    case .observe: break
    }
  }

  private func give(to source: Int) {
    guard model.waits(source) else { return }
    let step: SteeredElements.Step =
      switch choices.below(8) {
      case 0: .end
      case 1: .error
      default: .element(choices.below(4))
      }
    choices.note("\(step) to \(source)")
    model.give(step, to: source)
    elements[source].give(step)
  }

  private func takeIn(on stage: isolated Stage) {
    if model.jobCount == 0 { return }
    let place = choices.below(model.jobCount)
    choices.note("take in \(place)")
    model.takeIn(at: place)
    stage.runJob(at: place)
  }

  // MARK: Comparison

  private func settle() {
    if failure != nil { return }
    model.settle()
    func isThere() -> Bool {
      stage.waitingJobs == model.jobCount
        && elements.indices.allSatisfy { elements[$0].progress == model.sources[$0].progress }
    }
    stage.wait(rounds: patience, until: isThere)
    if !isThere() {
      failure = "\(elements.map(\.progress)), \(stage.waitingJobs) waiting, where the model has "
      failure! += "\(model.sources.map(\.progress)), \(model.jobCount)"
    }
    for (number, seen) in seen.enumerated() where seen != model.observers[number].seen {
      failure = "\(number) saw \(seen), where the model's saw \(model.observers[number].seen)"
    }
    for (source, followed) in followed.enumerated() {
      let value: Int? =
        switch followed {
        case .behavior(let behavior): behavior.peek()
        case .results(let behavior): Self.number(behavior.peek())
        default: nil
        }
      if let value, value != model.sources[source].value {
        failure = "\(source) is \(value), where the model's is \(model.sources[source].value)"
      }
      if !model.sources[source].isFinished && ends[source]() == model.isAlive(source) {
        failure = "\(source) \(ends[source]() ? "has" : "has not") ended"
      }
    }
  }

  private func takeDown(on stage: isolated Stage) {
    for observer in tokens.indices { apply(.cancel(observer)) }
    for source in followed.indices { apply(.drop(source)) }
    settle()
    while failure == nil && model.jobCount > 0 {
      takeIn(on: stage)
      settle()
    }
    if failure != nil { stage.runJobs(rounds: 1) }
  }
}
