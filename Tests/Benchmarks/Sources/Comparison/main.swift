import Foundation

// Compares what libraries do in the cases in which they differ, and prints it as Markdown tables. Each probe runs in a
// process of its own, this program again, since what some of them come to is a crash. With `--costs` it measures what
// operations take, all libraries in turn in one process for each row.

#if DEBUG
fail("comparison: this is a debug build, whose chains are shorter; run with `swift run -c release`")
#else
let options = Options(CommandLine.arguments.dropFirst())
if let probe = options.probe {
  runChild(probe)
} else if let row = options.cost {
  measureCosts(row, isQuick: options.isQuick)
} else if options.isOfCosts {
  printCosts(options)
} else {
  exit(compare(options) ? 0 : 1)
}
#endif
