public import ReactiveCore

extension Program {
  /// The part of the model at `keyPath`. Notifies when it changes by `==`.
  ///
  /// ```swift
  /// let counter = Counter.makeProgram()
  /// let count = counter.modelBehavior(\.count)
  /// count.sink { print($0) }
  /// counter.dispatch(.increment)  // prints "1"
  /// ```
  ///
  /// While you observe it, keep it or the subscription, which retains it. It retains the model.
  public func modelBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.Model, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Part> { Self.part(of: liveModel, keyPath, file, line) }

  /// The part of the model at `keyPath`, writable: a write dispatches the `message` of the new value.
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
  /// Use it for a two-way binding, SwiftUI's `Binding`, or a part of the part.
  ///
  /// - The value is always the model's.
  /// - A write returns when its message has been handled. The next read returns the module's result.
  /// - The value stays while messages wait: in a ``/ReactiveCore/batch(_:)``, in a delivery, or while the program
  ///   handles others. A write of a part of the part, and `update`, build on the last value written by
  ///   this path.
  /// - Writing the present value, also that of a part of the part, dispatches nothing, unless messages or steps of a
  ///   recorder wait or are being handled.
  ///
  /// It retains the program. Cost: that of a part of an `OpenBehavior`, and the dispatch. Elsewhere
  /// `$store.name.sending(\.nameChanged)` (The Composable Architecture).
  public func modelBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.Model, Part>, dispatching message: @escaping (Part) -> M.Message, file: StaticString = #fileID,
    line: UInt = #line
  ) -> OpenBehavior<Part> { openPart(of: liveModel, keyPath, message, file, line) { $0[keyPath: keyPath] } }

  /// The part of the view at `keyPath`. Notifies when it changes by `==`.
  ///
  /// While you observe it, keep it or the subscription, which retains it. It retains the view.
  public func viewBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.View, Part>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Part> { Self.part(of: liveView, keyPath, file, line) }

  /// The part of the view at `keyPath`, writable: a write dispatches the `message` of the new value.
  ///
  /// Otherwise like ``modelBehavior(_:dispatching:file:line:)``.
  public func viewBehavior<Part: Equatable>(
    _ keyPath: KeyPath<M.View, Part>, dispatching message: @escaping (Part) -> M.Message, file: StaticString = #fileID,
    line: UInt = #line
  ) -> OpenBehavior<Part> { openPart(of: liveView, keyPath, message, file, line) { M.view(for: $0)[keyPath: keyPath] } }

  private static func part<Whole, Part: Equatable>(
    of whole: Behavior<Whole>, _ keyPath: KeyPath<Whole, Part>, _ file: StaticString, _ line: UInt
  ) -> Behavior<Part> {
    ComputedBehavior(Equality(.equal()), name: nil, file: file, line: line) {
      whole.read()[keyPath: keyPath]
    }
  }

  private func openPart<Whole, Part: Equatable>(
    of whole: Behavior<Whole>, _ keyPath: KeyPath<Whole, Part>, _ message: @escaping (Part) -> M.Message,
    _ file: StaticString, _ line: UInt, _ find: @escaping (M.Model) -> Part
  ) -> OpenBehavior<Part> {
    let field = WaitingFields.Field(whole: ObjectIdentifier(whole), path: keyPath)
    let operations = Equality<Part>(.equal()) {
      OpenBehavior<Part>.serve(
        $0, .equal(), writesDuplicates: true,
        compute: { _ in whole.read()[keyPath: keyPath] },
        peek: { whole.peek()[keyPath: keyPath] },
        waiting: { purpose in
          // Unwrapped first: the cast of a missing value to an optional type succeeds.
          if let value = self.waitingFields?.value(of: field, purpose), let part = value as? Part { return part }
          guard case .base = purpose else { return nil }
          if let live = self.recorder?.liveModel { return find(live.peek()) }
          // Other messages or a recorder's step may change the part before a write arrives.
          return self.hasMore ? whole.peek()[keyPath: keyPath] : nil
        },
        write: { new in
          // Waiting messages may change the part, and a recorder may show an earlier one.
          let isLive = !self.isBusy && self.recorder?.position == nil
          if isLive && whole.peek()[keyPath: keyPath] == new { return }
          self.dispatch(message(new), writing: new, to: field)
        })
    }
    let part = OpenBehavior(forwardingBy: operations, name: nil, file: file, line: line)
    part.writesLate = true
    return part
  }

  private func dispatch(_ message: M.Message, writing value: Any, to field: WaitingFields.Field) {
    if !isBusy && Context.current.isIdle { return dispatch(message) }
    enqueueWhenIdle(message)
    let fields = waitingFields ?? WaitingFields()
    waitingFields = fields
    fields.note(value, of: field, behind: waitingCount)
  }
}
