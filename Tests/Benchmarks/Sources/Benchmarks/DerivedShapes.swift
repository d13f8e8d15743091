import OpenCombine
import ReactiveDerived

extension Suite {
  /// A write that propagates through many derived properties.
  static var derivedShapes: Suite {
    Suite(
      name: "Derived: chains, fans and ladders",
      cases: [10, 100, 1000].map(chain) + [fan(1000), ladderBesideCombine(4)] + [100, 1000].map(ladder)
        + [linearity, longChainUpdate, longChainRelease])
  }

  /// Properties that each add one to the previous one, with one observer at the top.
  private static func chain(_ length: Int) -> Case {
    let cell = Checksum.cell
    return Case(
      name: "chain of \(fixed(Double(length), 0))",
      unit: "ns/node",
      bounds: [.timesFloor(4)],
      contenders: [
        .floor(fieldsAndClosures, per: length) {
          let runs = Tally()
          let source = DerivedFloor.input()
          var top = source
          for _ in 0..<length {
            let next = DerivedFloor.input()
            top.observers.append { value in
              runs.add()
              next.write(value &+ 1)
            }
            top = next
          }
          top.observers.append { cell.pointee &+= $0 &- length }
          return counted(runs, runs: length, in: "floor of the chain", source.write)
        },
        .ours("DerivedProperty", per: length) {
          let runs = Tally()
          let source = StoredProperty(0)
          var top: Behavior<Int> = source
          for _ in 0..<length {
            top = DerivedProperty(top) { below in
              runs.add()
              return below &+ 1
            }
          }
          top.sink { cell.pointee &+= $0 &- length }
          return counted(runs, runs: length, in: "chain", keeping: top) { source.value = $0 }
        },
        .peer("OpenCombine, map into a subject each", per: length) {
          let runs = Tally()
          let source = CurrentValueSubject<Int, Never>(0)
          var tokens: [AnyCancellable] = []
          var top = source
          for _ in 0..<length {
            let next = CurrentValueSubject<Int, Never>(0)
            let token = top.dropFirst()
              .map { below in
                runs.add()
                return below &+ 1
              }
              .sink { next.value = $0 }
            tokens.append(token)
            top = next
          }
          tokens.append(top.dropFirst().sink { cell.pointee &+= $0 &- length })
          return counted(runs, runs: length, in: "chain of subjects", keeping: tokens) { source.value = $0 }
        },
      ] + (length > 100 ? [] : [chainOfMap(length)]))
  }

  /// No node stores a value. Subscribing to one of 1,000 overflows the stack: each operator's subscriber is a structure
  /// that contains those below it, copied by a recursion.
  private static func chainOfMap(_ length: Int) -> Contender {
    .peer("OpenCombine map", per: length) {
      let runs = Tally()
      let source = CurrentValueSubject<Int, Never>(0)
      var top = source.dropFirst().eraseToAnyPublisher()
      for _ in 0..<length {
        top =
          top.map { below in
            runs.add()
            return below &+ 1
          }
          .eraseToAnyPublisher()
      }
      let token = top.sink { Checksum.cell.pointee &+= $0 &- length }
      return counted(runs, runs: length, in: "chain of map", keeping: token) { source.value = $0 }
    }
  }

  /// One source with many derived properties, each with its own observer.
  private static func fan(_ width: Int) -> Case {
    let cell = Checksum.cell
    return Case(
      name: "fan-out 1 -> \(fixed(Double(width), 0)) -> \(fixed(Double(width), 0))",
      unit: "ns/pair",
      bounds: [.timesFloor(3)],
      contenders: [
        .floor(fieldsAndClosures, per: width) {
          let runs = Tally()
          let source = DerivedFloor.input()
          for index in 0..<width {
            let next = FieldWithClosures(observers: 1) { { cell.pointee &+= $0 &- index } }
            source.observers.append { value in
              runs.add()
              next.write(value &+ index)
            }
          }
          return counted(runs, runs: width, deliveries: width, in: "floor of the fan", source.write)
        },
        .ours("DerivedProperty", per: width) {
          let runs = Tally()
          let source = StoredProperty(0)
          let fan = (0..<width).map { index in
            let next = DerivedProperty(source) { value in
              runs.add()
              return value &+ index
            }
            next.sink { cell.pointee &+= $0 &- index }
            return next
          }
          return counted(runs, runs: width, deliveries: width, in: "fan", keeping: fan) { source.value = $0 }
        },
        .peer("OpenCombine map", per: width) {
          let runs = Tally()
          let source = CurrentValueSubject<Int, Never>(0)
          let tokens = (0..<width).map { index in
            source.dropFirst()
              .map { value in
                runs.add()
                return value &+ index
              }
              .sink { cell.pointee &+= $0 &- index }
          }
          return counted(runs, runs: width, deliveries: width, in: "fan of map", keeping: tokens) { source.value = $0 }
        },
      ])
  }

  private static func ladder(_ depth: Int) -> Case {
    Case(
      name: "ladder of diamonds 5 wide, \(fixed(Double(depth), 0)) deep",
      unit: "ns/node",
      contenders: [
        .floor("floor: closures in an array, ordered by hand", per: depth * 6) {
          let ladder = DerivedLadderFloor(depth: depth)
          return Work { values in ladder.write(values) }
        },
        .ours("DerivedProperty", per: depth * 6) {
          let ladder = DerivedLadder(depth: depth)
          return Work { values in ladder.write(values) }
        },
      ])
  }

  /// Low enough for a library whose joins run once per path to them.
  private static func ladderBesideCombine(_ depth: Int) -> Case {
    var ladder = ladder(depth)
    ladder = Case(
      name: ladder.name,
      unit: ladder.unit,
      contenders: ladder.contenders + [
        .peer("OpenCombine, 5^\(depth) runs of the last join", per: depth * 6) {
          let ladder = CombineLadder(depth: depth)
          return Work(deliveries: 0) { values in ladder.write(values) }
        }
      ])
    return ladder
  }

  /// The cost per node in a ladder a hundred times as deep: the same, plus cache misses, as only the short one fits the
  /// processor's caches. Quadratic work would show as 100.
  private static var linearity: Case {
    func work(depth: Int) -> Work {
      let ladder = DerivedLadder(depth: depth)
      return Work { values in ladder.write(values) }
    }
    return Case(
      name: "ladder, node of one 1,000 deep",
      unit: "ns/node",
      bounds: [.timesFloor(4)],
      contenders: [
        .floor("node of one 10 deep", per: 10 * 6) { work(depth: 10) },
        .ours("DerivedProperty", per: 1000 * 6) { work(depth: 1000) },
      ])
  }

  private static let manyNodes = 1_000_000

  private static var longChainUpdate: Case {
    Case(
      name: "chain of 1,000,000, update",
      unit: "ns/node",
      contenders: [
        .floor("floor: closures in an array, ordered by hand", per: manyNodes) {
          let chain = DerivedChainFloor(manyNodes)
          return Work { values in chain.write(values) }
        },
        .ours("DerivedProperty", per: manyNodes) {
          let chain = DerivedChain(manyNodes)
          return Work { values in chain.write(values) }
        },
      ])
  }

  private static var longChainRelease: Case {
    Case(
      name: "chain of 1,000,000, release",
      unit: "ns/node",
      contenders: [
        .floor("floor: closures in an array, ordered by hand", per: manyNodes) {
          var chain: DerivedChainFloor?
          return Work(
            fixedCount: 1,
            prepare: { chain = DerivedChainFloor(manyNodes) },
            run: { _ in _ = chain.take() },
            deliveries: 0)
        },
        .ours("DerivedProperty", per: manyNodes) {
          var chain: DerivedChain?
          return Work(
            fixedCount: 1,
            prepare: { chain = DerivedChain(manyNodes) },
            run: { _ in _ = chain.take() },
            deliveries: 0)
        },
      ])
  }
}
