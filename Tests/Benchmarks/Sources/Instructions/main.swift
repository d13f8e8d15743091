import Foundation
@_spi(Measuring) import ReactiveBindings

// Performs one operation many times, for a tool that counts a process's instructions: `COUNT` and twice as many differ
// only by the operation's own. `.ci/count-instructions` calls it.

#if DEBUG
fail("instructions: this is a debug build, whose counts mean nothing; build with `-c release`")
#else
let operations = Operation.all
let arguments = CommandLine.arguments.dropFirst()
if arguments == ["--list"] {
  for operation in operations { print(operation.name) }
  exit(0)
}
guard arguments.count == 2, let count = Int(arguments.last!), count > 0 else {
  fail("usage: Instructions --list, or Instructions OPERATION COUNT")
}
guard let operation = operations.first(where: { $0.name == arguments.first }) else {
  fail("instructions: no operation is called '\(arguments.first!)'; --list names them")
}
// As in a program without ReactiveBindings. Operations whose reads count turn it on.
countReadsForObservation(false)
operation.run(count)
#endif

/// Ends the program with a line on standard error and the exit code of bad input.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}
