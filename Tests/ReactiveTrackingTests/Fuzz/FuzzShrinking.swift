import ReactiveTestSupport

// The parts of a random program are its statements with their contents, counted from the first step.

extension FuzzProgram: RandomProgram {
  var failure: String? { FuzzComparison(self).failure }

  var parts: [Int] {
    var counter = StatementCounter(doomed: -1)
    _ = counter.remaining(steps)
    for template in templates { _ = counter.remaining(template.body) }
    return Array(0..<counter.count)
  }

  func without(_ part: Int) -> FuzzProgram {
    var result = self
    var counter = StatementCounter(doomed: part)
    result.steps = counter.remaining(steps)
    for template in templates.indices { result.templates[template].body = counter.remaining(templates[template].body) }
    return result
  }

  var story: String {
    var lines: [String] = []
    if !isOrdered { lines.append("order is not compared") }
    for (id, node) in nodes.enumerated() {
      let source = node.runsWhileObserved ? ", runs while observed, lingers for \(node.lingers)" : ""
      lines.append("n\(id) = \(node.kind), cut \(node.cut)\(node.cleansUp ? ", cleans up" : "")\(source)")
    }
    for (index, template) in templates.enumerated() {
      lines.append("template \(index), \(template.kind)\(template.isManual ? ", flushed by hand" : ""):")
      lines += template.body.map { "    \($0)" }
    }
    lines += steps.enumerated().map { "step \($0): \($1)" }
    var text = lines.joined(separator: "\n")
    for noise in ["ReactiveTrackingTests.", "FuzzAccess.", "FuzzAmount.", "FuzzFormula.", "FuzzCut.", "FuzzEnding."] {
      text.replace(noise, with: "")
    }
    return text
  }
}

private struct StatementCounter {
  let doomed: Int
  private(set) var count = 0

  init(doomed: Int) { self.doomed = doomed }

  mutating func remaining(_ statements: [FuzzStatement]) -> [FuzzStatement] {
    statements.compactMap { remaining($0) }
  }

  private mutating func remaining(_ statement: FuzzStatement) -> FuzzStatement? {
    let isDoomed = count == doomed
    count += 1
    let result: FuzzStatement
    switch statement {
    case .when(let id, let odd, let even):
      let odd = remaining(odd)
      result = .when(id, odd: odd, even: remaining(even))
    case .batch(let body, let ending): result = .batch(remaining(body), ending)
    case .untracked(let body): result = .untracked(remaining(body))
    case .cleanup(let body): result = .cleanup(remaining(body))
    case .inScope(let slot, let body): result = .inScope(slot, remaining(body))
    case .scopeCleanup(let slot, let body): result = .scopeCleanup(slot, remaining(body))
    case .observe(let slot, let id, let isInitial, let body):
      result = .observe(slot: slot, id, isInitial: isInitial, remaining(body))
    default: result = statement
    }
    return isDoomed ? nil : result
  }
}
