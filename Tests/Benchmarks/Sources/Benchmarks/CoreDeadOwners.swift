import OpenCombine
import ReactiveCore

extension Suite {
  /// Subscriptions whose owner is released at once, on a source that never fires: their cost and their remains.
  static var coreDeadOwners: Suite {
    let cell = Checksum.cell
    return Suite(
      name: "Dead owners",
      cases: deaths("observe(with:), Event", peer: passthroughDeath) {
        let event = Event<Int>()
        return { event.observe(with: Owner()) { _, value in cell.pointee &+= value } }
      }
        + deaths("observe(with:), OpenBehavior") {
          let behavior = OpenBehavior(0)
          return { behavior.observe(with: Owner()) { _, value in cell.pointee &+= value } }
        }
        + deaths("SubscriptionBag, Event") {
          let event = Event<Int>()
          return {
            let bag = SubscriptionBag()
            event.sink { cell.pointee &+= $0 }.store(in: bag)
          }
        })
  }

  private static func passthroughDeath() -> () -> Void {
    let cell = Checksum.cell
    let subject = PassthroughSubject<Int, Never>()
    return { PeerOwner().token = subject.sink { cell.pointee &+= $0 } }
  }

  /// Three rows for one way to subscribe and release: time, heap left, and peak heap.
  private static func deaths(
    _ name: String,
    peer: (() -> () -> Void)? = nil,
    _ makeCycle: @escaping () -> () -> Void
  ) -> [Case] {
    let peers = [("OpenCombine PassthroughSubject", peer)].compactMap { name, peer in peer.map { (name, $0) } }
    return [
      Case(
        name: "\(name): subscribe and die",
        unit: "ns",
        contenders: [.ours { lives(makeCycle()) }] + peers.map { name, make in .peer(name) { lives(make()) } }),
      Case(
        name: "\(name): left after \(fixed(Double(cycles), 0))",
        unit: "KiB",
        bounds: [.atMost(64)],
        contenders: [.once(.ours) { Double(growth(makeCycle()).live) / 1024 }]
          + peers.map { name, make in .once(.peer, name) { Double(growth(make()).live) / 1024 } }),
      Case(
        name: "\(name): at its peak",
        unit: "KiB",
        bounds: [.atMost(64)],
        contenders: [.once(.ours) { Double(growth(makeCycle()).peak) / 1024 }]
          + peers.map { name, make in .once(.peer, name) { Double(growth(make()).peak) / 1024 } }),
    ]
  }

  private static let cycles = 1_000_000

  private static func growth(_ cycle: () -> Void) -> HeapGrowth {
    HeapGrowth.during { for _ in 0..<cycles { cycle() } }
  }

  private static func lives(_ cycle: @escaping () -> Void) -> Work {
    Work(deliveries: 0) { values in
      for _ in values { cycle() }
    }
  }
}

private final class Owner {}

private final class PeerOwner {
  var token: AnyCancellable?
}
