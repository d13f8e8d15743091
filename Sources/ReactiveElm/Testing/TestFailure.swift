/// A failure of a ``TestProgram``: a failed or missing assertion.
///
/// ```swift
/// struct Lamp: Module {
///   enum Message { case toggle }
///   struct Model: Initable { var isOn = false }
///   static func update(for message: Message, model: inout Model) -> [Never] {
///     model.isOn.toggle()
///     return []
///   }
///   static func view(for model: Model) -> String { model.isOn ? "on" : "off" }
/// }
///
/// let test = TestProgram<Lamp>()
/// do { try test.send(.toggle) } catch let failure as TestFailure {
///   print(failure.message)
///   // prints "the model is not as expected after sending .toggle (- expected, + actual):"
///   // prints "  Lamp.Model"
///   // prints "    isOn: - false"
///   // prints "          + true"
/// }
/// ```
///
/// The place has the forms of the usual frameworks, for a test program that reports:
/// `XCTFail(failure.message, file: failure.filePath, line: failure.line)`.
public struct TestFailure: Error, CustomStringConvertible {
  /// The expected and the actual value.
  public let message: String
  /// The module and file of the assertion.
  public let fileID: StaticString
  /// The file of the assertion.
  public let filePath: StaticString
  /// The line of the assertion.
  public let line: UInt
  /// The column of the assertion.
  public let column: UInt

  init(_ message: String, at place: TestPlace) {
    self.message = message
    fileID = place.fileID
    filePath = place.filePath
    line = place.line
    column = place.column
  }

  /// The place and the message.
  public var description: String { "\(fileID):\(line): \(message)" }
}

struct TestPlace {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
