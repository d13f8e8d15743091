import ReactiveElm
import Testing

@Suite("The commands of a child")
@MainActor
struct CommandScopeTests {
  /// A program whose loads wait for the gate, and what they answer.
  private func downloads(_ gate: Gate) -> Program<Downloads> {
    let program = Downloads.makeProgram(flags: "a") { command -> Downloads.Message? in
      if case .cancelMain = command { return nil }
      await gate.pass()
      switch command {
      case .main(.load): return .main(.loaded(1))
      case .extra(.load): return .extra(.loaded(2))
      case .row(let key, .load): return .row(key, .loaded(key))
      case .main(.log(let text)) where text.hasPrefix("stop"): return .main(.rename("logged"))
      default: return nil
      }
    } listening: { _, _ in
      Subscription {}
    }
    program.dispatch(.openExtra("x"))
    for key in [3, 4] { program.dispatch(.addRow(key, "r")) }
    return program
  }

  @Test("neither cancel nor replace those of another child with the same id")
  func scoped() async {
    let gate = Gate()
    let program = downloads(gate)
    for message in [Download.Message.begin, .begin] {
      program.dispatch(.main(message))
      program.dispatch(.extra(message))
      program.dispatch(.row(3, message))
      program.dispatch(.row(4, message))
    }
    program.dispatch(.row(3, .cancel))
    gate.open()
    await program.settle()
    #expect(program.view == ["a [1] done", "x [2] done", "3: r [] done", "4: r [4] done"])
  }

  @Test("are cancelled by the child itself")
  func ownCancel() async {
    let gate = Gate()
    let program = downloads(gate)
    program.dispatch(.main(.begin))
    program.dispatch(.extra(.begin))
    program.dispatch(.extra(.cancel))
    program.dispatch(.main(.cancel))
    gate.open()
    await program.settle()
    #expect(program.view == ["logged [] done", "x [] done", "3: r [] done", "4: r [] done"])
  }

  @Test("are all cancelled by their parent, by their scope, those without an id included")
  func cancelledByParent() async {
    let gate = Gate()
    let program = downloads(gate)
    program.dispatch(.main(.cancel))
    program.dispatch(.main(.begin))
    program.dispatch(.extra(.begin))
    program.dispatch(.cancelMain)
    gate.open()
    await program.settle()
    #expect(program.view == ["a [] running", "x [2] done", "3: r [] done", "4: r [] done"])
  }

  @Test("of a child's child are distinguished from all others, and are cancelled with those of the child")
  func nested() async {
    let gate = Gate()
    let program = Shelf.makeProgram { (command: Shelf.Command) -> Shelf.Message? in
      await gate.pass()
      switch command {
      case .left(.row(let key, .load)): return .left(.row(key, .loaded(key)))
      case .right(.row(let key, .load)): return .right(.row(key, .loaded(key)))
      case .left(.main(.load)): return .left(.main(.loaded(0)))
      default: return nil
      }
    } listening: { _, _ in
      Subscription {}
    }
    for key in [1, 2] {
      program.dispatch(.left(.addRow(key, "l")))
      program.dispatch(.right(.addRow(key, "r")))
    }
    program.dispatch(.left(.row(1, .begin)))
    program.dispatch(.left(.row(2, .begin)))
    program.dispatch(.left(.main(.begin)))
    program.dispatch(.right(.row(1, .begin)))
    program.dispatch(.right(.row(2, .begin)))
    program.dispatch(.right(.removeRow(2, cancelling: true)))
    program.dispatch(.left(.row(2, .cancel)))
    let other = Shelf.makeProgram { (command: Shelf.Command) -> Shelf.Message? in
      await gate.pass()
      if case .left(.row(let key, .load)) = command { return .left(.row(key, .loaded(key))) }
      if case .right(.main(.load)) = command { return .right(.main(.loaded(9))) }
      return nil
    } listening: { _, _ in
      Subscription {}
    }
    other.dispatch(.left(.addRow(1, "l")))
    other.dispatch(.left(.row(1, .begin)))
    other.dispatch(.right(.main(.begin)))
    other.dispatch(.cancelLeft)
    gate.open()
    await program.settle()
    await other.settle()
    #expect(
      program.view == [
        ["left [0] done", "1: l [1] done", "2: l [] done"], ["right [] done", "1: r [1] done"],
      ])
    #expect(other.view == [["left [] done", "1: l [] running"], ["right [9] done"]])
  }

  @Test("have a scope that is the same wherever it is asked for, and another for each child")
  func identity() {
    #expect(Downloads.main.scope == Downloads.main.scope)
    #expect(Downloads.extra.scope == Downloads.extra.scope)
    #expect(Downloads.rows.scope(of: 1) == Downloads.rows.scope(of: 1))
    let scopes = [
      Downloads.main.scope, Downloads.extra.scope, Downloads.rows.scope(of: 1), Downloads.rows.scope(of: 2),
    ]
    #expect(Set(scopes).count == 4)
  }
}
