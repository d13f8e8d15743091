#if canImport(Observation)
public import Observation

/// Reads a part of an `@Observable` object as a dependency of the running derivation or effect. Compared by `==`.
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
/// A change is noticed as described for ``ReactiveCore/Behavior/init(observing:_:isolation:name:file:line:)``: by a
/// read of the derivation at once, or, while it is observed, together with its observers: at the end of the batch or
/// delivery, or in the next turn of the actor. Outside of an evaluation, and in `untracked`, this is
/// `object[keyPath: keyPath]`. The object is held weakly.
///
/// Evaluations do not track objects automatically: that would add 36 ns to every run, even without such reads. Debug
/// builds report untracked reads; see ``/ReactiveCore/Diagnostics``.
///
/// Cost: about 2 µs and 1.7 KB the first time, then a lookup among the parts that the evaluation tracks.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public func tracked<Object: AnyObject & Observable, Value: Equatable>(
  _ object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .perhapsElsewhere, .equal(), file, line) }

/// Reads a part of an `@Observable` object as a dependency of the running evaluation. Compared by identity.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@_disfavoredOverload
public func tracked<Object: AnyObject & Observable, Value>(
  _ object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .perhapsElsewhere, .identity(), file, line) }

// For nonisolated properties. The compiler chooses these by the key path, as for `Behavior(observing:)`.

/// Reads a part of a nonisolated object as a dependency of the running evaluation. Compared by `==`.
///
/// Stops with a message in an evaluation outside of any actor, where no isolation exists to track it in.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public func tracked<Object: AnyObject & Observable & Sendable, Value: Equatable>(
  _ object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
  isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .elsewhere, .equal(), file, line) }

/// Reads a part of a nonisolated object as a dependency of the running evaluation. Compared by identity.
///
/// Stops in an evaluation outside of any actor.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@_disfavoredOverload
public func tracked<Object: AnyObject & Observable & Sendable, Value>(
  _ object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
  isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
) -> Value { TrackedParts.read(object, keyPath, isolation, .elsewhere, .identity(), file, line) }

/// The behaviors that a node has read by ``tracked(_:_:isolation:file:line:)`` in its last run.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class TrackedParts: NodeAttachment {
  private struct Part: Hashable {
    // The address of a released object may be reused.
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

  static func read<Object: AnyObject & Observable, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ isolation: (any Actor)?, _ writers: ChangeWatch.Writers,
    _ test: some EqualityTest<Value>, _ file: StaticString, _ line: UInt
  ) -> Value {
    guard let node = Context.runningNode else { return object[keyPath: keyPath] }
    // Swift infers no isolation for the function of a `@Derived`, the initial value of a property.
    let here = isolation == nil ? Home.current.actor : nil
    let writers = isolation ?? here == nil && writers == .perhapsElsewhere ? .here : writers
    let parts = node.attachment(TrackedParts.self) { TrackedParts() }
    let found = parts.behaviors.row(Part(object, keyPath)) {
      Behavior(
        object, keeps: false, keyPath, isolation ?? here, writers, test, nil, file, line, isFixed: isolation != nil)
    }
    guard let behavior = found as? Behavior<Value> else {
      stop("tracked(_:_:): two equal key paths have values of different types. This is a fault of Swift: report it.")
    }
    behavior.follow(keeping: behavior)
    return behavior.peek()
  }
}
#endif
