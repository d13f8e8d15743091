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
    let cases = suite.cases.filter { options.selects("\(suite.name): \($0.name)") }
    if cases.isEmpty { continue }
    Table.printHeading(suite)
    for subject in cases {
      let outcome = Outcome(subject, measure(subject, options))
      Table.printRows(outcome)
      json.add(outcome, in: suite)
      outcomes.append(outcome)
    }
  }
  if outcomes.isEmpty { fail("benchmarks: no case matches '\(options.filter ?? "")'") }
  Table.printSummary(outcomes)
  guard let path = options.jsonPath else { return }
  do {
    try json.write(to: path)
  } catch {
    fail("benchmarks: cannot write '\(path)': \(error.localizedDescription)")
  }
}

extension Options {
  func selects(_ name: String) -> Bool {
    guard let filter else { return true }
    return name.lowercased().contains(filter.lowercased())
  }
}
