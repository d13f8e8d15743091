import ReactiveCore

/// The kernel's nonzero counters for `body`.
func work(_ body: () -> Void) -> [String: Int] {
  let counters = Kernel.measure(body)
  let all = [
    "runs": counters.runs, "changes": counters.changes, "links": counters.links, "rounds": counters.rounds,
    "notified": counters.notified,
  ]
  return all.filter { $0.value != 0 }
}
