import ArgumentParser
import ExampleTerminal
import FormModel
import Foundation

/// The command line.
@main
struct FormCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "form",
    abstract: "A sign-up form, whose widgets are bound to a view model.",
    discussion: """
      What was filled in is printed at the end.

      In a script a character is its key; those that write nothing are <tab>, <enter>, <backspace>, <ctrl-s> and so on, \
      and <lt> is <. Lines that begin with # are comments, and the end of a line is no key.
      """)

  @Option(
    help: ArgumentHelp("Press the keys in a file and print the last screen; - is standard input.", valueName: "file"))
  var script: String?

  @Flag(help: "Print the screen after each line of the script.")
  var each = false

  func validate() throws {
    if each, script == nil { throw ValidationError("--each goes with --script") }
  }

  func run() throws {
    let form = SignUpForm(SignUp())
    if let script {
      try press(Self.read(script), in: form)
    } else if StandardStreams.isTypedInto, StandardStreams.isShown {
      converse(in: form)
    } else {
      throw ValidationError("this is no terminal; --script says what to press")
    }
    if let account = form.account { StandardStreams.write(account.summary) }
  }

  private func press(_ script: KeyScript, in form: SignUpForm) throws {
    try form.press(script) { place in
      if each { StandardStreams.write(["\(place):"] + form.frame(for: .usual).text + [""]) }
    }
    if !each { StandardStreams.write(form.frame(for: .usual).text + (form.account == nil ? [] : [""])) }
  }

  private func converse(in form: SignUpForm) {
    Terminal.takeOver()
    defer { Terminal.giveBack() }
    var painter = FramePainter(colored: StandardStreams.isColored, output: Terminal.write)
    var input = TerminalInput()
    while !form.isOver {
      painter.paint(form.frame(for: StandardStreams.size ?? .usual))
      switch input.next() {
      case .key(let key): _ = form.press(key)
      case .redraw: painter.forget()
      case .stop: return
      case .timeout: break
      }
    }
  }

  private static func read(_ path: String) throws(InputError) -> KeyScript {
    if path != "-" { return try KeyScript(reading: path) }
    guard let data = try? FileHandle.standardInput.readToEnd() ?? Data() else {
      throw InputError("cannot read standard input")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw InputError("standard input is no text in UTF-8")
    }
    return try KeyScript(lines: text, name: "standard input")
  }

  static func main() { run(complainingOf: InputError.self) }
}
