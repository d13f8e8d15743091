import CBenchmarkSupport
import ReactiveTracking

extension Suite {
  /// Questions answered by tasks, and sources that run while observed.
  static var trackingTasks: Suite {
    Suite(
      name: "Tracking: tasks",
      cases: (benchmark_takes_jobs() ? [answered] : []) + [unchanged] + [0, 1, 10, 100].map(transition) + memory)
  }

  // Tasks' jobs run on the timed thread, in the order of enqueueing. Waking another thread costs every contender the
  // same, and varies with the machine.
  private static var answered: Case {
    Case(
      name: "a question answered by a task",
      unit: "ns",
      bounds: [.timesFloor(1.2)],
      contenders: [
        .floor("floor: Effect, Task, onCleanup") { answering { HandWrittenAnswer() } },
        .ours("deriveAsync") { answering { DerivedAnswer() } },
        .peer("Effect, Task.detached, MainActor.run") { answering { HandWrittenAnswer(isDetached: true) } },
      ])
  }

  private static func answering(_ make: @MainActor () -> any Answering) -> Work {
    benchmark_take_jobs(true)
    let asked = MainActor.assumeIsolated { make() }
    benchmark_run_jobs()
    benchmark_take_jobs(false)
    return Work(
      prepare: { benchmark_take_jobs(true) },
      run: { values in
        for value in values {
          MainActor.assumeIsolated { asked.source.value = value }
          benchmark_run_jobs()
        }
      },
      finish: { benchmark_take_jobs(false) })
  }

  /// A dependency of the question has changed; the question has not.
  private static var unchanged: Case {
    let cell = Checksum.cell
    return Case(
      name: "a question that stays the same",
      unit: "ns",
      bounds: [.atMost(50)],
      contenders: [
        .floor("floor: derivation, Effect") {
          let source = atom(0)
          let question = derive {
            cell.pointee &+= source.value
            return 1
          }
          let effect = Effect { consume(question.value) }
          return Work { values in
            withExtendedLifetime(effect) { for value in values { source.value = value } }
          }
        },
        .ours("deriveAsync") {
          let kept = MainActor.assumeIsolated { SameQuestion() }
          return Work { values in
            MainActor.assumeIsolated {
              let source = kept.source
              for value in values { source.value = value }
            }
          }
        },
      ])
  }

  /// An observer subscribes and cancels, which starts and stops the source of a chain of derivations: two transitions.
  /// Each may take 200 ns, and 10 more per derivation.
  private static func transition(through count: Int) -> Case {
    let cell = Checksum.cell
    func work(_ source: OpenBehavior<Int>, _ field: Field?) -> Work {
      var last: Behavior<Int> = source
      for _ in 0..<count {
        let next = last
        last = derive { next.value &+ 1 }
      }
      return Work { values in
        for value in values {
          if let field { field.value = value } else { cell.pointee &+= value }
          last.sink { consume($0) }.cancel()
        }
      }
    }
    return Case(
      name: count == 0
        ? "subscribe + cancel, a source starts and stops" : "the same through \(fixed(Double(count), 0)) derivations",
      unit: "ns",
      bounds: [.aboveFloor(Double(2 * (200 + 10 * count)))],
      contenders: [
        .floor("without whileObserved") { work(OpenBehavior(0), nil) },
        .ours("whileObserved") {
          let field = Field()
          let source = OpenBehavior(
            0,
            whileObserved: { _ in
              cell.pointee &+= field.value
              return Subscription {}
            })
          return work(source, field)
        },
      ])
  }

  private static var memory: [Case] {
    [
      Case(
        name: "AsyncBehavior<Int, Never>",
        unit: "bytes",
        contenders: [
          .once(.ours) {
            MainActor.assumeIsolated {
              let source = atom(0)
              return bytesPerInstance { _ in makeAnswer(to: source) }
            }
          }
        ]),
      Case(
        name: "the same, observed and answered",
        unit: "bytes",
        contenders: [
          .once(.ours) {
            benchmark_take_jobs(true)
            defer { benchmark_take_jobs(false) }
            return MainActor.assumeIsolated {
              let source = atom(0)
              return bytesPerInstance { _ in
                let answer = makeAnswer(to: source)
                answer.sink { _ in }
                benchmark_run_jobs()
                return answer
              }
            }
          }
        ]),
      Case(
        name: "OpenBehavior(whileObserved:)",
        unit: "bytes",
        contenders: [
          .once(.floor) { bytesPerInstance { OpenBehavior($0) } },
          .once(.ours) { bytesPerInstance { OpenBehavior($0, whileObserved: { _ in Subscription {} }) } },
        ]),
      Case(
        name: "a derivation between it and an observer",
        unit: "bytes",
        contenders: [
          .once(.floor, "without whileObserved") { bytes(between: OpenBehavior(0)) },
          .once(.ours) { bytes(between: OpenBehavior(0, whileObserved: { _ in Subscription {} })) },
        ]),
      Case(
        name: "EventStream(whileObserved:)",
        unit: "bytes",
        contenders: [
          .once(.floor, "Event") { bytesPerInstance { _ in Event<Int>() } },
          .once(.ours) { bytesPerInstance { _ in EventStream<Int>(whileObserved: { _ in Subscription {} }) } },
        ]),
      Case(
        name: "Behavior(following:), not observed",
        unit: "bytes",
        contenders: [
          .once(.ours) {
            MainActor.assumeIsolated {
              bytesPerInstance { Behavior(following: NoElements(), initial: $0, whileObserved: true) }
            }
          }
        ]),
      Case(
        name: "EventStream(following:), not observed",
        unit: "bytes",
        contenders: [
          .once(.ours) {
            MainActor.assumeIsolated {
              bytesPerInstance { _ in EventStream(following: NoElements(), whileObserved: true) }
            }
          }
        ]),
    ]
  }

  private static func bytes(between source: OpenBehavior<Int>) -> Double {
    bytesPerInstance { _ in
      let derivation = derive { source.value }
      derivation.sink { _ in }
      return derivation
    }
  }
}

@MainActor
private protocol Answering: AnyObject, Sendable {
  var source: AtomObject<Int> { get }
}

@Sendable @inline(never)
private func answer(_ question: Int) async -> Int { question }

@MainActor
private func makeAnswer(to source: AtomObject<Int>) -> AsyncBehavior<Int, Never> {
  deriveAsync {
    source.value
  } answer: {
    await answer($0)
  }
}

/// Adds a loaded value to the checksum.
private func check(_ state: Loadable<Int, Never>) {
  if case .loaded(let value) = state { Checksum.cell.pointee &+= value }
}

@MainActor
private final class DerivedAnswer: Answering {
  let source = atom(0)
  private let state: AsyncBehavior<Int, Never>

  init() {
    state = makeAnswer(to: source)
    state.sink { check($0) }
  }
}

/// The handwritten equivalent of `deriveAsync`. With a task that begins outside of the main actor, the answer hops
/// once.
@MainActor
private final class HandWrittenAnswer: Answering {
  let source = atom(0)
  private let state = atom(Loadable<Int, Never>.idle)
  private var effect: Effect?

  init(isDetached: Bool = false) {
    state.sink { check($0) }
    effect = Effect { [unowned self] in
      let question = source.value
      state.value = .loading(last: state.peek().value)
      let task =
        isDetached
        ? Task.detached { [weak self] in
          let answer = await answer(question)
          await self?.show(answer)
        }
        : Task { [weak self] in
          let answer = await answer(question)
          self?.show(answer)
        }
      onCleanup { task.cancel() }
    }
  }

  private func show(_ answer: Int) { if !Task.isCancelled { state.value = .loaded(answer) } }
}

@MainActor
private final class SameQuestion {
  let source = atom(0)
  private let state: AsyncBehavior<Int, Never>

  init() {
    let cell = Checksum.cell
    state = deriveAsync { [source] in
      cell.pointee &+= source.value
      return 1
    } answer: {
      await answer($0)
    }
    // Not checked: the answer may arrive at any time.
    state.sink { _ in }
  }
}

private struct NoElements: AsyncSequence, AsyncIteratorProtocol, Sendable {
  func makeAsyncIterator() -> NoElements { self }
  mutating func next() async -> Int? { nil }
}
