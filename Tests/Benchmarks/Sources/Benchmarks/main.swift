#if DEBUG
fail("benchmarks: this is a debug build, whose numbers mean nothing; run with `swift run -c release`")
#else
runBenchmarks(Options(CommandLine.arguments.dropFirst()))
#endif
