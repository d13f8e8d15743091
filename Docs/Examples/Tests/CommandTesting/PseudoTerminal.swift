public import Foundation

/// A terminal that a test types into and reads.
public final class PseudoTerminal {
  /// The ends of the user and of the program.
  private let person: Int32
  private let program: Int32
  private var process: Process?
  /// All text written to it.
  public private(set) var output = ""

  public init() throws {
    guard let (person, name) = Self.open() else { throw POSIXError(.ENXIO) }
    self.person = person
    program = Foundation.open(name, O_RDWR | O_NOCTTY)
    guard program >= 0 else { throw POSIXError(.ENXIO) }
    var window = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(program, UInt(TIOCSWINSZ), &window)
  }

  /// Returns the user's end, and the name of the program's.
  private static func open() -> (person: Int32, name: String)? {
    #if canImport(Darwin)
    let person = posix_openpt(O_RDWR | O_NOCTTY)
    guard person >= 0, grantpt(person) == 0, unlockpt(person) == 0, let name = ptsname(person) else { return nil }
    return (person, String(cString: name))
    #else
    // The implementation of these functions, which Glibc does not offer to Swift.
    let person = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var isLocked: Int32 = 0
    var index: Int32 = 0
    guard person >= 0, ioctl(person, unlock, &isLocked) == 0, ioctl(person, number, &index) == 0 else { return nil }
    return (person, "/dev/pts/\(index)")
    #endif
  }

  deinit {
    if let process, process.isRunning { process.terminate() }
    close(person)
    close(program)
  }

  /// The input mode, which a program changes and must restore.
  public var mode: [tcflag_t] {
    var mode = termios()
    tcgetattr(program, &mode)
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
  }

  /// Starts a program in it.
  public func start(_ program: BuiltProgram, _ arguments: [String]) throws {
    let process = program.process(arguments)
    let handle = FileHandle(fileDescriptor: self.program, closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    process.environment = ["TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"]
    try process.run()
    self.process = process
  }

  public func type(_ text: String) {
    _ = text.withCString { write(person, $0, strlen($0)) }
  }

  /// Sends the program a signal.
  public func signal(_ number: Int32) {
    if let process { kill(process.processIdentifier, number) }
  }

  /// Reads until `text` is written, after the text read before.
  ///
  /// - Returns: false on a timeout.
  public func waits(for text: String) -> Bool {
    let start = output.endIndex
    while !output[start...].contains(text) {
      if !read(within: 20) { return false }
    }
    return true
  }

  /// Reads until the program ends.
  ///
  /// - Returns: its exit status, or the signal.
  public func end() -> Int32? {
    guard let process else { return nil }
    var rounds = 0
    while process.isRunning, rounds < 400 {
      _ = read(within: 0.05)
      rounds += 1
    }
    if process.isRunning { return nil }
    while read(within: 0) {}
    return process.terminationStatus
  }

  private func read(within seconds: Double) -> Bool {
    var descriptor = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Int32(seconds * 1000)) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(person, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += String(decoding: bytes.prefix(count), as: UTF8.self)
    return true
  }
}
