public import ArgumentParser

extension ParsableCommand {
  /// Writes a line to standard error, after the name of the command.
  public static func complain(_ message: String) {
    StandardStreams.complain(message, as: configuration.commandName ?? "\(self)")
  }

  /// Runs the command.
  ///
  /// Any error prints one line and ends with status 2; the argument parser alone would print its usage, too.
  /// - Parameter failure: the error type for faulty input, described for the user.
  public static func run<Failure: Error & CustomStringConvertible>(complainingOf failure: Failure.Type) {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      stop(error, failure)
    }
  }

  /// Ends the program with `error`.
  public static func stop<Failure: Error & CustomStringConvertible>(_ error: any Error, _ failure: Failure.Type)
    -> Never
  {
    switch error {
    case let failure as Failure: stop(failure.description)
    case let code as ExitCode: exit(withError: code)
    default:
      if exitCode(for: error).isSuccess { exit(withError: error) }  // a request for help
      stop(message(for: error))
    }
  }

  private static func stop(_ message: String) -> Never {
    complain(message.split(whereSeparator: \.isNewline).joined(separator: " "))
    exit(withError: ExitCode(2))
  }
}

extension AsyncParsableCommand {
  /// Runs the command, like its synchronous counterpart.
  public static func run<Failure: Error & CustomStringConvertible>(complainingOf failure: Failure.Type) async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      stop(error, failure)
    }
  }
}
