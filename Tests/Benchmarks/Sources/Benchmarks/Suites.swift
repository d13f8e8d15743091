import Foundation

/// All suites, in the order of the table. A new layer adds its files and its lines here.
func allSuites() -> [Suite] {
  [
    .coreBroadcast,
    .coreProperty,
    .coreAccess,
    .coreSubscribe,
    .coreFlow,
    .coreMemory,
    .coreDeadOwners,
    .trackingKairo,
    .trackingCreating,
    .trackingUpdating,
    .trackingCellx,
    .trackingDynamic,
    .trackingDepth,
    .trackingMemory,
    .trackingTasks,
    .derivedInputs,
    .derivedShapes,
    .derivedMemory,
    .derivedCombinators,
    .derivedExpressions,
    .derivedTime,
    .derivedProjections,
    .derivedCollections,
    .elmDispatch,
    .elmSubscribers,
    .elmModels,
    .elmChildren,
    .elmRecording,
    .elmMemory,
    .bindingsAssign,
    .bindingsTwoWay,
    .bindingsViews,
  ]
}

func runBenchmarks(_ options: Options) {
  var json = JSONFile(rounds: options.rounds)
  var outcomes: [Outcome] = []
  for suite in allSuites() {
    let cases = suite.cases.filter { options.selects($0, in: suite) }
    if cases.isEmpty { continue }
    Table.printHeading(suite)
    for subject in cases {
      let outcome = Outcome(subject, measure(subject, options))
      Table.printRows(outcome)
      json.add(outcome, in: suite)
      outcomes.append(outcome)
    }
  }
  if outcomes.isEmpty {
    let hint = options.isQuick ? "; --quick leaves out the slow cases" : ""
    fail("benchmarks: no case matches '\(options.filter ?? "")'\(hint)")
  }
  Table.printSummary(outcomes)
  guard let path = options.jsonPath else { return }
  do {
    try json.write(to: path)
  } catch {
    fail("benchmarks: cannot write '\(path)': \(error.localizedDescription)")
  }
}

extension Options {
  func selects(_ subject: Case, in suite: Suite) -> Bool {
    if isQuick && subject.isSlow { return false }
    guard let filter else { return true }
    return "\(suite.name): \(subject.name)".lowercased().contains(filter.lowercased())
  }
}
