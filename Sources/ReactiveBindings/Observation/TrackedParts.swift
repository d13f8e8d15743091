#if canImport(Observation)
public import Observation

/// A part of an `@Observable` object, as a dependency of the derivation or effect that reads it.
///
/// ```swift
/// import Observation
/// import ReactiveBindings
/// import ReactiveTracking
///
/// @Observable
/// @MainActor
/// final class Settings { var isLarge = false }
/// let settings = Settings()
/// let points = derive { tracked(settings, \.isLarge) ? 20 : 12 }
/// print(points.value)      // 12
/// settings.isLarge = true
/// print(points.value)      // 20
/// ```
///
/// Observation offers no way to learn which objects a function reads that costs nothing where it reads none: every run of
/// every derivation and effect would take 36 ns more. So an evaluation does not follow an object by itself, and debug builds say so
/// where one reads an object; see ``/ReactiveCore/Diagnostics``. A change is noticed as ``ReactiveCore/Behavior/init(observing:_:isolation:name:file:line:)`` says, of
/// which this is the short form: by a read at once, by an effect at the end of the batch or delivery, or in the next turn of the
/// actor. An equal value is no change.
///
/// Outside of an evaluation, and in `untracked`, it is `object[keyPath: keyPath]`. The object is held weakly. Cost: the first
/// time about 2 µs and 1.7 KB; after that a look among what the evaluation follows in this way.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public func tracked<Object: AnyObject & Observable, Value: Equatable>(
  _ object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .perhapsElsewhere, .equal(), file, line) }

/// A part of an `@Observable` object, as a dependency of the evaluation that reads it; the same instance is no change, any
/// other value is.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@_disfavoredOverload
public func tracked<Object: AnyObject & Observable, Value>(
  _ object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .perhapsElsewhere, .identity(), file, line) }

// Of properties that any isolation may write. The compiler chooses these by the key path, as for `Behavior(observing:)`.

/// A part of an object that any isolation may write, as a dependency of the evaluation that reads it; an equal value is no
/// change.
///
/// It stops with a message in an evaluation outside of any actor, where there is no isolation in which to follow the object.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public func tracked<Object: AnyObject & Observable & Sendable, Value: Equatable>(
  _ object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
  isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .elsewhere, .equal(), file, line) }

/// A part of an object that any isolation may write, as a dependency of the evaluation that reads it; the same instance is
/// no change, any other value is.
///
/// It stops with a message in an evaluation outside of any actor, where there is no isolation in which to follow the object.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@_disfavoredOverload
public func tracked<Object: AnyObject & Observable & Sendable, Value>(
  _ object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
  isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .elsewhere, .identity(), file, line) }

/// What a node has followed by ``tracked(_:_:isolation:file:line:)``. The node keeps the behaviors of its last run.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class TrackedParts: NodeAttachment {
  private struct Part: Hashable {
    // Another object may come to lie at the address of one that has been released.
    weak var object: AnyObject?
    let address: ObjectIdentifier
    let keyPath: AnyKeyPath

    init(_ object: AnyObject, _ keyPath: AnyKeyPath) {
      self.object = object
      address = ObjectIdentifier(object)
      self.keyPath = keyPath
    }
    static func == (one: Part, other: Part) -> Bool {
      one.address == other.address && one.object === other.object && one.keyPath == other.keyPath
    }
    func hash(into hasher: inout Hasher) {
      hasher.combine(address)
      hasher.combine(keyPath)
    }
  }
  private let behaviors = RowTable<Part, ValueNode>()

  func nodeWasWritten() {}

  static func read<Object: AnyObject & Observable, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ isolation: (any Actor)?, _ writers: ChangeWatch.Writers,
    _ test: some EqualityTest<Value>, _ file: StaticString, _ line: UInt
  ) -> Value {
    guard let node = Context.runningNode else { return object[keyPath: keyPath] }
    // Swift knows of no isolation in the function of a `@Derived`, which stands in the initial value of a property.
    let isolation = isolation ?? Home.current.actor
    let writers = isolation == nil && writers == .perhapsElsewhere ? .here : writers
    let parts = node.attachment(TrackedParts.self) { TrackedParts() }
    let found = parts.behaviors.row(Part(object, keyPath)) {
      Behavior(object, keeps: false, keyPath, isolation, writers, test, nil, file, line)
    }
    guard let behavior = found as? Behavior<Value> else { stop("a key path equals one to a value of another type") }
    behavior.follow(keeping: behavior)
    return behavior.peek()
  }
}
#endif
