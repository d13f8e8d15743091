/// The rows of the table. All figures are nanoseconds but where it says bytes.
enum CostRow: String, CaseIterable {
  case event = "event to 1 observer"
  case broadcast = "event to 1,000 observers, each"
  case unobserved = "property written, no observer"
  case written = "property written, 1 observer"
  case writtenToMany = "property written, 1,000 observers, each"
  case read = "property read"
  case subscribe = "subscribe and cancel"
  case cancel = "cancel 10,000, in random order, each"
  case sourceBytes = "bytes: a property of Int"
  case subscriptionBytes = "bytes: a subscription"
  case derived = "derived from 2, 1 observer"
  case chain = "chain of 100, per node"
  case fan = "1 -> 1,000 derived -> 1,000 observers, per pair"
  case ladder = "ladder of diamonds, 5 wide, 4 deep, one write"
  case edit = "edit of one of 10,000 rows, a count of rows observed"
  case debounce = "debounce, a value while armed"
  case answer = "question answered by a task"
  case release = "source, derived value, observer: released on another thread"
}

/// A column of the table.
///
/// Its functions are generic and called with one library each, so the compiler makes each library code of its own: no
/// call goes through a protocol.
struct Column {
  let name: String
  let costs: [CostRow: () -> Cost?]

  init(_ name: String, _ costs: [CostRow: () -> Cost?]...) {
    self.name = name
    self.costs = costs.reduce(into: [:]) { $0.merge($1) { _, new in new } }
  }

  static func property<L: Library>(_ library: L.Type) -> [CostRow: () -> Cost?] {
    [
      .unobserved: { L.write(observers: 0) },
      .written: { L.write(observers: 1) },
      .writtenToMany: { L.write(observers: 1000) },
      .read: { L.reading },
      .subscribe: { L.subscribing },
      .cancel: { L.cancelling },
      .sourceBytes: { L.bytesOfSource },
      .subscriptionBytes: { L.bytesOfSubscription },
    ]
  }

  static func events<L: EventLibrary>(_ library: L.Type) -> [CostRow: () -> Cost?] {
    [.event: { L.send(observers: 1) }, .broadcast: { L.send(observers: 1000) }]
  }

  static func derived<L: DerivingLibrary>(_ library: L.Type) -> [CostRow: () -> Cost?] {
    [
      .derived: { L.derivedFromTwo },
      .chain: { L.chain(100) },
      .fan: { L.fan(1000) },
      .ladder: { L.ladder(4) },
    ]
  }

  static func released<L: DerivingLibrary>(_ library: L.Type) -> [CostRow: () -> Cost?] {
    [.release: { L.releasingElsewhere }]
  }

  static func rows<L: RowLibrary>(_ library: L.Type) -> [CostRow: () -> Cost?] { [.edit: { L.editing }] }

  static func tasks<L: TimedLibrary>(_ library: L.Type) -> [CostRow: () -> Cost?] {
    [.debounce: { L.debouncing }, .answer: { L.answering }]
  }

  static var all: [Column] {
    var all = [
      Column("floor", property(ByHand.self), events(ByHand.self), derived(ByHand.self), rows(ByHand.self)),
      Column(
        "swift-reactive", property(OurLayers.self), events(OurLayers.self), derived(OurLayers.self),
        released(OurLayers.self), rows(OurLayers.self), tasks(OurLayers.self)),
      Column(
        "with tracking", property(TrackingLayer.self), derived(TrackingLayer.self), released(TrackingLayer.self),
        rows(TrackingLayer.self)),
      Column(
        "OpenCombine", property(OpenCombineSubject.self), events(OpenCombineSubject.self),
        derived(OpenCombineSubject.self), released(OpenCombineSubject.self), rows(OpenCombineSubject.self),
        tasks(OpenCombineSubject.self)),
      Column(
        "Observation", property(ObservationRearmed.self), derived(ObservationRearmed.self),
        rows(ObservationRearmed.self)),
    ]
    #if REACTIVE_PEERS
    all += [
      Column(
        "RxSwift", property(RxSwiftRelay.self), events(RxSwiftRelay.self), derived(RxSwiftRelay.self),
        released(RxSwiftRelay.self), rows(RxSwiftRelay.self), tasks(RxSwiftRelay.self)),
      Column(
        "ReactiveSwift", property(ReactiveSwiftProperty.self), events(ReactiveSwiftProperty.self),
        derived(ReactiveSwiftProperty.self), released(ReactiveSwiftProperty.self), rows(ReactiveSwiftProperty.self),
        tasks(ReactiveSwiftProperty.self)),
      Column("Minimalist", property(MinimalistProperty.self), events(MinimalistProperty.self)),
      Column(
        "Ultramarine", property(UltramarineBehavior.self), events(UltramarineBehavior.self),
        derived(UltramarineBehavior.self)),
      Column("Yoyo", property(YoyoProperty.self), derived(YoyoProperty.self)),
      Column("Ripple", property(RippleAtom.self), derived(RippleAtom.self)),
    ]
    #endif
    return all
  }
}
