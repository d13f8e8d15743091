// What a program is tried with: names of other libraries, of behaviors, and initializers. Each error says what to write.

public import ReactiveCore

extension Program {
  /// Unavailable: The Composable Architecture's name of ``dispatch(_:)``.
  @available(*, unavailable, renamed: "dispatch(_:)")
  public func send(_ message: M.Message) { stop("unavailable") }

  /// Unavailable: The Composable Architecture's name of ``model``.
  @available(*, unavailable, renamed: "model")
  public var state: M.Model { stop("unavailable") }

  /// Unavailable: that of a behavior.
  @available(*, unavailable, message: "write viewBehavior.observe, or modelBehavior.observe")
  public func observe(_ handler: (M.View) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: that of a behavior.
  @available(*, unavailable, message: "write viewBehavior.sink, or modelBehavior.sink")
  public func sink(_ handler: (M.View) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: a module makes its program.
  @available(*, unavailable, message: "a module makes its program: write Counter.makeProgram() for a module Counter")
  public convenience init() { stop("unavailable") }

  /// Unavailable: a module makes its program.
  @available(*, unavailable, message: "a module makes its program: write Counter.makeProgram() for a module Counter")
  public convenience init(_ module: M.Type) { stop("unavailable") }

  /// Unavailable: a module makes its program.
  @available(
    *, unavailable,
    message: "a module makes its program: write Counter.makeProgram(flags: flags) for a module Counter"
  )
  public convenience init(flags: M.Flags) { stop("unavailable") }
}
