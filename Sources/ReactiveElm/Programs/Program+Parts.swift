public import ReactiveCore

// Parts of a program's model and view, as behaviors of their own.

extension Program {
  /// The part of the model at `keyPath`. Observers are notified when it changes, compared with `==`.
  ///
  /// ```swift
  /// let counter = Counter.makeProgram()
  /// let count = counter.modelBehavior(\.count)
  /// count.sink { print($0) }
  /// counter.dispatch(.increment)  // prints "1"
  /// ```
  ///
  /// Keep the result for as long as you observe it, or the subscription, which keeps it. It keeps the model alive.
  public func modelBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.Model, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Part> { Self.part(of: liveModel, keyPath, file, line) }

  /// The part of the view at `keyPath`. Observers are notified when it changes, compared with `==`.
  ///
  /// Keep the result for as long as you observe it, or the subscription, which keeps it. It keeps the view alive.
  public func viewBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.View, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Part> { Self.part(of: liveView, keyPath, file, line) }

  private static func part<Whole, Part: Equatable>(
    of whole: Behavior<Whole>, _ keyPath: KeyPath<Whole, Part>, _ file: StaticString, _ line: UInt
  ) -> Behavior<Part> {
    ComputedBehavior(Equality(.equal()), name: nil, file: file, line: line) {
      whole.read()[keyPath: keyPath]
    }
  }
}
