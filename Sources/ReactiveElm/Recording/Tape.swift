/// What happened to a program, as it is taken down.
@usableFromInline
final class Tape<M: Module> {
  @usableFromInline
  func add(_ message: M.Message, _ commands: [M.Command], _ model: M.Model) {}
}
