#if canImport(Observation)
public import Observation
internal import ReactiveCore

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ChangeSource where Target: Observable {
  /// Changes of an `@Observable` object.
  ///
  /// ```swift
  /// import Observation
  /// import ReactiveBindings
  ///
  /// @Observable
  /// final class Person {
  ///   var name = ""
  /// }
  /// let person = Person()
  /// let name = OpenBehavior("Ada")
  /// name.bindTwoWay(to: \.name, on: person, changes: .observation())
  /// print(person.name)  // Ada
  /// batch { person.name = "Grace" }
  /// print(name)         // Grace
  /// ```
  ///
  /// Observation notifies before a change and not after it, so the behavior follows later: after a
  /// ``/ReactiveCore/batch(_:)`` or a delivery at its end, otherwise in the isolation that this is called in, as soon
  /// as that is free. On the main actor, the order of writes is known from the time of the change. On another actor, a
  /// change of the object counts as made when the actor is notified of it, so a write of the behavior in the same turn
  /// counts as earlier, and may overwrite it. Outside of any actor, the behavior does not follow later.
  public static func observation(isolation: isolated (any Actor)? = #isolation) -> ChangeSource {
    ChangeSource { target, keyPath, willChange, changed in
      observeChanges(of: target, at: keyPath, isolation: isolation, willChange: willChange, changed: changed)
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ChangeSource where Target: Observable & Sendable {
  /// Changes of an `@Observable` object that is `Sendable`, as those of the main actor are.
  ///
  /// It stops with a message outside of any actor, where the behavior could not follow a write from elsewhere.
  public static func observation(isolation: isolated (any Actor)? = #isolation) -> ChangeSource {
    demandActor(isolation, of: "ChangeSource.observation()")
    return ChangeSource { target, keyPath, willChange, changed in
      observeChanges(
        of: target, at: keyPath, mayBeShared: true, isolation: isolation, willChange: willChange, changed: changed)
    }
  }
}
#endif

#if canImport(ObjectiveC)
public import Foundation

extension ChangeSource where Target: NSObject {
  /// Changes of an object that supports key-value observing, of a property that is `@objc dynamic`.
  ///
  /// The behavior follows at once. Compiled for Apple's systems, but never run on one.
  public static var keyValueObserving: ChangeSource {
    ChangeSource { target, keyPath, _, changed in keyValueChanges(of: target, at: keyPath, changed) }
  }
}
#endif
