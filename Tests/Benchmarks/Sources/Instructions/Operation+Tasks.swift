import CBenchmarkSupport
import ReactiveDerived
import ReactiveTracking

extension Operation {
  /// On the main actor. The jobs of tasks run on this thread, in the order of enqueueing, or not at all.
  static var tasks: [Operation] {
    [
      Operation(name: "question answered by a task") { count in MainActor.assumeIsolated { answered(count) } },
      Operation(name: "question that stays the same") { count in MainActor.assumeIsolated { unchanged(count) } },
      Operation(name: "event into an armed debounce") { count in MainActor.assumeIsolated { debounced(count) } },
    ]
  }

  @MainActor @inline(never)
  private static func answered(_ count: Int) {
    expecting(sum(to: count)) { cell in
      let source = atom(0)
      benchmark_take_jobs(true)
      let state = deriveAsync {
        source.value
      } answer: {
        await answer($0)
      }
      let subscription = state.sink { if case .loaded(let value) = $0 { cell.pointee &+= value } }
      benchmark_run_jobs()
      for value in 1...count {
        source.value = value
        benchmark_run_jobs()
      }
      subscription.cancel()
      benchmark_take_jobs(false)
    }
  }

  @MainActor @inline(never)
  private static func unchanged(_ count: Int) {
    expecting(sum(to: count)) { cell in
      let source = atom(0)
      benchmark_take_jobs(true)
      let state = deriveAsync {
        cell.pointee &+= source.value
        return 1
      } answer: {
        await answer($0)
      }
      let subscription = state.sink { _ in }
      for value in 1...count { source.value = value }
      subscription.cancel()
      benchmark_take_jobs(false)
    }
  }

  @MainActor @inline(never)
  private static func debounced(_ count: Int) {
    expecting(sum(to: count)) { cell in
      let event = Event<Int>()
      event.sink { cell.pointee &+= $0 }
      benchmark_take_jobs(true)
      let subscription = event.debounce(for: .seconds(1000)).sink { _ in }
      for value in 1...count { event.trigger(value) }
      subscription.cancel()
      benchmark_take_jobs(false)
    }
  }
}

@Sendable @inline(never)
private func answer(_ question: Int) async -> Int { question }
