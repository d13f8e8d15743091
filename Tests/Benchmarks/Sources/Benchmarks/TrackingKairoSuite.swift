import ReactiveTracking

extension Suite {
  /// Per run of a derivation or effect; each case states its runs per iteration.
  static var trackingKairo: Suite {
    Suite(
      name: "Tracking: kairo",
      cases: [
        kairo(
          "avoidablePropagation", runs: 2002, Kairo.avoidablePropagation, floor: KairoFloor.avoidablePropagation,
          [("Observation, re-armed", KairoByObservation.avoidablePropagation)]),
        kairo(
          "broadPropagation", runs: 7650, Kairo.broadPropagation, floor: KairoFloor.broadPropagation,
          [("Observation, re-armed", KairoByObservation.broadPropagation)]),
        kairo(
          "deepPropagation", runs: 2601, Kairo.deepPropagation, floor: KairoFloor.deepPropagation,
          [("Observation, re-armed", KairoByObservation.deepPropagation)]),
        kairo(
          "diamond", runs: 3507, Kairo.diamond, floor: KairoFloor.diamond,
          [("Observation, re-armed", KairoByObservation.diamond)]),
        kairo(
          "mux", runs: 1854, Kairo.mux, floor: KairoFloor.mux,
          [("the dictionaries alone", KairoFloor.muxUserCode)]),
        kairo("mux, array node", runs: 1854, Kairo.muxOfArray, floor: KairoFloor.muxOfArray),
        kairo(
          "repeatedObservers", runs: 202, Kairo.repeatedObservers, floor: KairoFloor.repeatedObservers,
          [("Observation, re-armed", KairoByObservation.repeatedObservers)]),
        kairo("triangle", runs: 1111, Kairo.triangle, floor: KairoFloor.triangle),
        kairo("unstable", runs: 303, Kairo.unstable, floor: KairoFloor.unstable),
        kairo("molBench", runs: 13, Kairo.molBench, floor: KairoFloor.molBench),
      ])
  }

  private static func kairo(
    _ name: String, runs: Int, _ ours: @escaping () -> () -> Void, floor: @escaping () -> () -> Void,
    _ peers: [(name: String, make: () -> () -> Void)] = []
  ) -> Case {
    Case(
      name: name,
      unit: "ns/function run",
      contenders: [
        .floor(per: runs) {
          let iterate = floor()
          return Work(deliveries: 0) { values in
            for _ in values { iterate() }
          }
        },
        .ours("Tracking", per: runs) {
          let graph = BuiltWorkload(ours)
          return Work(deliveries: 0) { values in
            for _ in values { graph.iterate() }
          }
        },
      ]
        + peers.map { peer in
          .peer(peer.name, per: runs) {
            let iterate = peer.make()
            return Work(deliveries: 0) { values in
              for _ in values { iterate() }
            }
          }
        })
  }
}
