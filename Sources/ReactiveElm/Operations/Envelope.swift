/// What arrives at a program from outside of its isolation.
enum Envelope<Message> {
  /// A message of the operation with this number; 0 for one that belongs to none.
  case message(Message, from: Int)
  /// An operation is done.
  case ended(Int)
  /// An operation has thrown an error.
  case failed(Int, any Error)
  /// The time of a command that waits has come.
  case due(Int)
}

extension Envelope: Sendable where Message: Sendable {}
