/// The reason for a failed import of a recording.
///
/// ```swift
/// import Foundation
/// import ReactiveElm
///
/// struct Lamp: Module {
///   enum Message: Codable { case on, off }
///   struct Model: Initable, Codable { var isOn = false }
///
///   static func update(for message: Message, model: inout Model) -> [Never] {
///     model.isOn = message == .on
///     return []
///   }
///   static func view(for model: Model) -> String { model.isOn ? "on" : "off" }
/// }
///
/// do {
///   _ = try Recording<Lamp>.imported(fromJSON: Data("hello".utf8)) { try JSONDecoder().decode($0, from: $1) }
/// } catch {
///   print(error)  // prints "cannot import a recording of Lamp: line 1, column 1: expected a JSON value, found \"h\""
/// }
/// ```
///
/// See ``Recording/imported(fromJSON:by:)`` and ``Recorder/load(_:allowingRisk:)``.
public struct RecordingImportError: Error {
  /// The kinds of reasons.
  public enum Reason: Equatable, Sendable {
    /// The data is not a recording. The place is a line and column, or the path of keys to the error.
    case unreadable(place: String, reason: String)
    /// A later version wrote it, in an unknown format.
    case laterFormat(Int)
    /// The module's types no longer match the recorded ones.
    case unfit(RecordingFit)
  }

  /// The reason.
  public let reason: Reason
  /// The module of the recording.
  public let moduleName: String

  /// The decoder itself failed, not a type: the data may be invalid.
  var isOfDecoder = false
}

extension RecordingImportError: Equatable {
  public static func == (one: RecordingImportError, other: RecordingImportError) -> Bool {
    one.reason == other.reason && one.moduleName == other.moduleName
  }
}

extension RecordingImportError: CustomStringConvertible {
  /// The module, the place and the reason.
  public var description: String {
    let text =
      switch reason {
      case .unreadable("", let reason): reason
      case .unreadable(let place, let reason): "\(place): \(reason)"
      case .laterFormat(let number):
        "it has format \(number), and this version of ReactiveElm reads formats up to \(RecordingFormat.current)"
      case .unfit(let fit): fit.description
      }
    return "cannot import a recording of \(moduleName): \(text)"
  }
}

enum RecordingFormat {
  static let current = 1
}
