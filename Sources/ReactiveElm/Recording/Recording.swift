/// The history of a program, as a value to keep, send and read back.
///
/// ```swift
/// import Foundation
/// import ReactiveElm
///
/// struct Lamp: Module {
///   enum Message: Codable { case on, off }
///   struct Model: Initable, Codable { var isOn = false }
///   enum Command {}
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     model.isOn = message == .on
///     return []
///   }
///   static func view(for model: Model) -> String { model.isOn ? "on" : "off" }
/// }
///
/// let lamp = Lamp.makeProgram()
/// let recorder = lamp.record()
/// lamp.dispatch(.on)
/// let data = try JSONEncoder().encode(recorder.recording)
///
/// let other = Lamp.makeProgram()
/// try other.record().load(.imported(fromJSON: data) { try JSONDecoder().decode($0, from: $1) })
/// print(other.view)  // on
/// ```
///
/// It contains the messages, their commands' descriptions, the model before every 32nd message and at the end, and a
/// fingerprint of the types; see ``RecordingFit``. It is `Codable` if the messages and the model are.
///
/// Taking it from a recorder copies nothing. Encoding and decoding take about 10 µs per message.
public struct Recording<M: Module> {
  let log: StepLog<M>

  /// The model at the end.
  public let model: M.Model

  /// Whether the types still match the recorded ones.
  public let fit: RecordingFit

  /// The messages and their commands.
  public var steps: RecordedSteps<M> { RecordedSteps(log: log) }

  /// The model before the first kept message.
  public var firstModel: M.Model { log.snapshots[0] }
}

extension Recording: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
