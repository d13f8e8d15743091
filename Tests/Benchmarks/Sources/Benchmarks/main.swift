@_spi(Measuring) import ReactiveBindings

#if DEBUG
fail("benchmarks: this is a debug build, whose numbers mean nothing; run with `swift run -c release`")
#else
// The suite of views turns it on where needed.
countReadsForObservation(false)
runBenchmarks(Options(CommandLine.arguments.dropFirst()))
#endif
