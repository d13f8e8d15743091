public import ArgumentParser

extension ParsableCommand {
  /// Writes a line to standard errors, with the name of the command before it.
  public static func complain(_ message: String) {
    StandardStreams.complain(message, as: configuration.commandName ?? "\(self)")
  }

  /// Runs what the command line asks for.
  ///
  /// One line and status 2 for whatever goes wrong, where the argument parser alone would print its usage, too.
  /// - Parameter failure: the error that says, for the person at the keyboard, what is wrong with what was given.
  public static func run<Failure: Error & CustomStringConvertible>(complainingOf failure: Failure.Type) {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      stop(error, failure)
    }
  }

  /// Ends the program as `error` asks for.
  public static func stop<Failure: Error & CustomStringConvertible>(_ error: any Error, _ failure: Failure.Type)
    -> Never
  {
    switch error {
    case let failure as Failure: stop(failure.description)
    case let code as ExitCode: exit(withError: code)
    default:
      if exitCode(for: error).isSuccess { exit(withError: error) }  // the help that was asked for
      stop(message(for: error))
    }
  }

  private static func stop(_ message: String) -> Never {
    complain(message.split(whereSeparator: \.isNewline).joined(separator: " "))
    exit(withError: ExitCode(2))
  }
}

extension AsyncParsableCommand {
  /// Runs what the command line asks for, as its synchronous twin does.
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
