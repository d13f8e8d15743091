/// A library that is compared, in the few words that the probes need.
///
/// Probes are written once, in these words, so that all libraries are asked the same.
protocol Library {
  /// An `Int` that can be written.
  associatedtype Source

  /// An `Int` that can be observed: a source's, or one derived from others.
  associatedtype Node

  /// What the library returns for an observer, together with whatever has to be kept for it.
  associatedtype Token

  /// The head of its column.
  static var name: String { get }

  /// Whether it is a layer of this package.
  static var isOurs: Bool { get }

  /// An empty name stands for none, where that matters.
  static func source(_ value: Int, named name: String) -> Source
  static func node(_ source: Source) -> Node
  static func read(_ source: Source) -> Int
  static func write(_ value: Int, to source: Source)

  /// Calls `handler` with each change from now on; whether now as well is the library's choice.
  static func observe(_ node: Node, _ handler: @escaping (Int) -> Void) -> Token

  /// Ends the observer.
  static func cancel(_ token: Token)

  /// Whether `cancel` ends an observer. False where the library has no way to.
  static var canCancel: Bool { get }

  /// The same as `observe` until `owner` is deallocated, in the way that the library recommends.
  static func observe(_ node: Node, with owner: Owner, _ handler: @escaping (Int) -> Void)

  /// The same by way of a token or a bag that `owner` keeps.
  static func observe(_ node: Node, keptBy owner: Owner, _ handler: @escaping (Int) -> Void)

  /// Runs `body`, whose writes are one change, if the library has a word for that.
  static func together(_ body: () -> Void)

  /// Keeps two sources equal by a means of the library's own, if it has one.
  static func bindTwoWay(_ one: Source, _ other: Source) -> Any?
}

extension Library {
  static var isOurs: Bool { false }
  static var canCancel: Bool { true }

  static func observe(_ node: Node, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    owner.keep(observe(node, handler))
  }

  static func observe(_ node: Node, keptBy owner: Owner, _ handler: @escaping (Int) -> Void) {
    observe(node, with: owner, handler)
  }

  static func together(_ body: () -> Void) { body() }

  static func bindTwoWay(_ one: Source, _ other: Source) -> Any? { nil }
}

/// A library with values that are derived from others.
protocol DerivingLibrary: Library {
  static func map(_ node: Node, _ function: @escaping (Int) -> Int) -> Node
  static func join(_ one: Node, _ other: Node, _ function: @escaping (Int, Int) -> Int) -> Node
  static func join(_ nodes: [Node], _ function: @escaping ([Int]) -> Int) -> Node

  /// Whether a derived value is kept where it is derived, so that the next one need not derive it again.
  static var keepsDerivedValues: Bool { get }

  /// Reads a value that is derived; nil if it cannot be read.
  static func value(of node: Node) -> Int?

  /// A value that needs itself by way of another, read; only where a derived value can name one that is made later.
  static func readRing() -> Bool
}

extension DerivingLibrary {
  static var keepsDerivedValues: Bool { true }

  static func value(of node: Node) -> Int? { nil }

  static func readRing() -> Bool { false }
}

extension DerivingLibrary {
  static func join(_ one: Node, _ other: Node, _ function: @escaping (Int, Int) -> Int) -> Node {
    join([one, other]) { function($0[0], $0[1]) }
  }
}

/// A library with events, which have payloads and no value.
protocol EventLibrary: Library {
  associatedtype Stream

  static func stream(named name: String) -> Stream
  static func send(_ payload: Int, to stream: Stream)
  static func sink(_ stream: Stream, _ handler: @escaping (Int) -> Void) -> Token
}

/// An object with which observers end.
final class Owner {
  private var kept: [Any] = []

  func keep(_ object: Any) { kept.append(object) }
}

/// All that were built in, in the order of their columns.
var libraries: [any Library.Type] {
  var all: [any Library.Type] = [
    CoreBehavior.self, CoreProperty.self, DerivedLayer.self, TrackingLayer.self,
    OpenCombineSubject.self, OpenCombinePublished.self, ObservationRearmed.self,
  ]
  #if REACTIVE_PEERS
  all += [
    RxSwiftRelay.self, ReactiveSwiftProperty.self, MinimalistProperty.self, UltramarineBehavior.self, YoyoProperty.self,
    RippleAtom.self,
  ]
  #endif
  return all
}
