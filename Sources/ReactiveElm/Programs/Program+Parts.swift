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

  /// The part of the model at `keyPath`, as a behavior that can be written: a write dispatches what `message` makes of the
  /// value.
  ///
  /// ```swift
  /// struct SignUp: Module {
  ///   enum Message { case nameChanged(String) }
  ///   struct Model: Initable { var name = "" }
  ///   static func update(for message: Message, model: inout Model) -> [Never] {
  ///     switch message { case .nameChanged(let name): model.name = name }
  ///     return []
  ///   }
  ///   static func view(for model: Model) -> String { model.name }
  /// }
  /// let signUp = SignUp.makeProgram()
  /// let name = signUp.modelBehavior(\.name, dispatching: SignUp.Message.nameChanged)
  /// name.value = "Ada"
  /// print(signUp.model.name)  // Ada
  /// ```
  ///
  /// For what takes an `OpenBehavior`: a two-way binding, SwiftUI's `Binding`, a part of the part. The value is always the
  /// model's. A write returns when its message is handled, and a read after it gives what the module has made of it. Where a
  /// message has to wait, in a ``/ReactiveCore/batch(_:)``, in a delivery and while the program handles messages, the value
  /// stays until then. A write of the present value is no message, unless messages wait, which may change it.
  ///
  /// It keeps the program. Cost: as with a part of an `OpenBehavior`, and the dispatch. `$store.name.sending(\.nameChanged)`
  /// of The Composable Architecture.
  public func modelBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.Model, Part>, dispatching message: @escaping (Part) -> M.Message, file: StaticString = #fileID,
    line: UInt = #line
  ) -> OpenBehavior<Part> { openPart(of: liveModel, keyPath, message, file, line) }

  /// The part of the view at `keyPath`. Observers are notified when it changes, compared with `==`.
  ///
  /// Keep the result for as long as you observe it, or the subscription, which keeps it. It keeps the view alive.
  public func viewBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.View, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Part> { Self.part(of: liveView, keyPath, file, line) }

  /// The part of the view at `keyPath`, as a behavior that can be written: a write dispatches what `message` makes of the
  /// value.
  ///
  /// As ``modelBehavior(_:dispatching:file:line:)``, with what the view shows.
  public func viewBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.View, Part>, dispatching message: @escaping (Part) -> M.Message, file: StaticString = #fileID,
    line: UInt = #line
  ) -> OpenBehavior<Part> { openPart(of: liveView, keyPath, message, file, line) }

  private static func part<Whole, Part: Equatable>(
    of whole: Behavior<Whole>, _ keyPath: KeyPath<Whole, Part>, _ file: StaticString, _ line: UInt
  ) -> Behavior<Part> {
    ComputedBehavior(Equality(.equal()), name: nil, file: file, line: line) {
      whole.read()[keyPath: keyPath]
    }
  }

  private func openPart<Whole, Part: Equatable>(
    of whole: Behavior<Whole>, _ keyPath: KeyPath<Whole, Part>, _ message: @escaping (Part) -> M.Message,
    _ file: StaticString, _ line: UInt
  ) -> OpenBehavior<Part> {
    let operations = Equality<Part>(.equal()) {
      OpenBehavior<Part>.serve(
        $0, .equal(), writesDuplicates: true,
        compute: { _ in whole.read()[keyPath: keyPath] },
        peek: { whole.peek()[keyPath: keyPath] },
        write: { new in
          // What waits may change the part, and a recorder may show an earlier one.
          let isLive = !self.isBusy && self.recorder?.position == nil
          if isLive && whole.peek()[keyPath: keyPath] == new { return }
          self.dispatch(message(new))
        })
    }
    return OpenBehavior(forwardingBy: operations, name: nil, file: file, line: line)
  }
}
