prefix operator %

/// A token that stands for a behavior in a text that will be formatted: `%name` is `name.replaceToken`.
///
/// ```swift
/// let price = OpenBehavior(3)
/// let line = "Coffee: \(%price) €".format
/// print(line)     // Coffee: 3 €
/// price.value = 4
/// print(line)     // Coffee: 4 €
/// ```
///
/// See ``ReactiveCore/BehaviorProtocol/replaceToken``. From Ultramarine.
@inlinable
public prefix func % (source: some BehaviorProtocol) -> String { source.replaceToken }

extension BehaviorProtocol {
  /// A token that stands for this behavior in a text that will be formatted; the prefix operator `%` in words.
  ///
  /// A text such as `<:-…-:>`, which `.format` replaces by the behavior. It has a random key of this process in it, so
  /// no text from elsewhere is taken for a token.
  ///
  /// Format the token in the expression that makes it. Only its own thread knows it, and only until that thread has
  /// made 1,024 newer tokens. Until then it keeps the behavior alive, unless it has been formatted. A token that has
  /// been formatted can be formatted again while something else keeps the behavior alive. Do not send a behavior to
  /// another isolation with an unformatted token of it. A token that is no longer known stops with a message when it is
  /// formatted. Cost: under a microsecond, and 32 bytes for each of the last 1,024. A ``FormattedBehavior`` that is
  /// written as a literal needs no tokens. From Ultramarine.
  @inlinable
  public var replaceToken: String {
    FormatTokenRegistry.current.register(behavior) { formatPart(of: $0 as! Behavior<Value>) }
  }
}

/// The numbers in a token's text, `<:-PROCESS-THREAD-SERIAL-:>`.
///
/// In decimal digits, so that a text may be put in capitals before it is formatted.
struct FormatToken {
  /// The random key of the process that made it.
  let process: UInt64
  /// The random key of the thread.
  let thread: UInt64
  /// How many tokens the thread had made before.
  let serial: UInt64

  /// What all tokens of a thread begin with.
  static func beginning(process: UInt64, thread: UInt64) -> String { "<:-\(process)-\(thread)-" }
  /// The text after the serial number.
  static let end = "-:>"

  /// The token that `text` begins with, which is then taken from it.
  init?(takenFrom text: inout Substring.UTF8View) {
    var rest = text
    guard rest.take("<:-"), let process = rest.takeNumber(), rest.take("-"), let thread = rest.takeNumber(),
      rest.take("-"), let serial = rest.takeNumber(), rest.take(Self.end)
    else { return nil }
    self.process = process
    self.thread = thread
    self.serial = serial
    text = rest
  }
}

extension Substring.UTF8View {
  /// Takes `prefix` away if it is there.
  fileprivate mutating func take(_ prefix: String) -> Bool {
    guard starts(with: prefix.utf8) else { return false }
    removeFirst(prefix.utf8.count)
    return true
  }

  /// Takes the decimal digits at the beginning, if they are a number of 64 bits.
  fileprivate mutating func takeNumber() -> UInt64? {
    var number: UInt64 = 0
    var end = startIndex
    while end < endIndex {
      let digit = self[end] &- UInt8(ascii: "0")
      if digit > 9 { break }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeAgain) = tens.addingReportingOverflow(UInt64(digit))
      if isTooLarge || isTooLargeAgain { return nil }
      number = sum
      formIndex(after: &end)
    }
    if end == startIndex { return nil }
    self = self[end...]
    return number
  }
}
