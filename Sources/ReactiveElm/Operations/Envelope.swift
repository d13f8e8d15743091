/// A notice to a program from outside of its isolation.
enum Envelope<Message> {
  /// A message of the operation with this number; 0 for none.
  case message(Message, from: Int)
  /// An operation has ended.
  case ended(Int)
  /// An operation has thrown an error.
  case failed(Int, any Error)
  /// A delayed command is due.
  case due(Int)
}

extension Envelope: Sendable where Message: Sendable {}
