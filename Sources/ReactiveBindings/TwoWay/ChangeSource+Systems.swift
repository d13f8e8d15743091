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
  /// Observation notifies before a change, so the behavior follows later: at the end of a ``/ReactiveCore/batch(_:)``
  /// or delivery, otherwise in the isolation of this call as soon as it is free (outside of any actor, never).
  ///
  /// On the main actor, the time of a change is known. On another actor, a change counts as made when the actor is
  /// notified, and may overwrite a write of the behavior in the same turn. If a batch replaces an object on the key
  /// path, and then writes the new one, only the time of the first is known. Outside of any actor, replace such an
  /// object in a batch: otherwise the new one is not followed.
  public static func observation(isolation: isolated (any Actor)? = #isolation) -> ChangeSource {
    ChangeSource { target, keyPath, willChange, changed in
      observeChanges(of: target, at: keyPath, isolation: isolation, willChange: willChange, changed: changed)
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ChangeSource where Target: Observable & Sendable {
  /// Changes of a `Sendable` `@Observable` object, such as one of the main actor.
  ///
  /// Stops with a message outside of any actor, where the behavior could not follow a write from elsewhere.
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
  /// Changes of an `@objc dynamic` property, by key-value observing.
  ///
  /// The behavior follows at once. Compiled for Apple's systems, but never run there.
  public static var keyValueObserving: ChangeSource {
    ChangeSource { target, keyPath, _, changed in keyValueChanges(of: target, at: keyPath, changed) }
  }
}
#endif
