import ReactiveTracking

extension Suite {
  /// New sources, or effects on existing ones: making, running once, ending and releasing. As in the original, this
  /// includes releasing the sources.
  static var trackingCreating: Suite {
    let shapes: [String: (width: Int, fan: Int)] = [
      "create0to1": (0, 1), "create1to1": (1, 1), "create2to1": (2, 1), "create4to1": (4, 1),
      "create1000to1": (1000, 1), "create1to2": (1, 2), "create1to4": (1, 4), "create1to8": (1, 8),
      "create1to1000": (1, 1000),
    ]
    return Suite(
      name: "Tracking: sBench, creating",
      cases: SBench.creating.map { item in
        sbench(item, unit: "ns/node", runsPerValue: 1) { graph in
          guard let (width, fan) = shapes[item.name] else {
            return graph.replaceSources()
          }
          SBenchFloor.create(graph, count: item.count, width: width, fan: fan)
        }
      })
  }

  /// Writes of one source, the runs of its effects, and their end.
  static var trackingUpdating: Suite {
    let shapes: [String: (width: Int, effects: Int)] = [
      "update1to1": (1, 1), "update2to1": (2, 1), "update4to1": (4, 1), "update1000to1": (1000, 1),
      "update1to2": (1, 2), "update1to4": (1, 4), "update1to1000": (1, 1000),
    ]
    return Suite(
      name: "Tracking: sBench, updating",
      cases: SBench.updating.map { item in
        guard let (width, effects) = shapes[item.name] else { fail("benchmarks: no floor for '\(item.name)'") }
        return sbench(
          item, unit: "ns/effect run", runsPerValue: effects,
          peer: item.name == "update1to1" ? .peer("Observation, re-armed", updateByObservation) : nil
        ) { graph in
          SBenchFloor.create(graph, count: effects, width: width, fan: effects)
          for value in 0..<item.count { graph.write(value) }
        }
      })
  }

  private static func sbench(
    _ item: SBench, unit: String, runsPerValue: Int, peer: Contender? = nil,
    floor: @escaping (SBenchFloor.Graph) -> Void
  ) -> Case {
    Case(
      name: item.name,
      unit: unit,
      contenders: [
        .floor(per: runsPerValue) {
          var graph = SBenchFloor.Graph(sources: 0)
          return Work(
            fixedCount: item.count,
            prepare: { graph = SBenchFloor.Graph(sources: item.sources) },
            run: { _ in
              floor(graph)
              graph.end()
            },
            deliveries: 0)
        },
        .ours("Tracking", per: runsPerValue) {
          var graph = SBench.Graph(sources: 0)
          return Work(
            fixedCount: item.count,
            prepare: { graph = item.prepared() },
            run: { _ in item.run(graph) },
            deliveries: 0)
        },
      ] + (peer.map { [$0] } ?? []))
  }

  private static func updateByObservation() -> Work {
    let model = ObservableModel()
    let effects = ObservationEffects()
    effects.add { consume(model.value) }
    return Work(deliveries: 0) { values in
      for value in values {
        model.value = value
        effects.rearm()
      }
    }
  }
}
