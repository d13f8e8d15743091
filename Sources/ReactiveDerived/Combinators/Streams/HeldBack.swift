/// Payloads that an operator has received but not emitted, while its stream is observed.
///
/// The handler at the source holds this, and this holds the link. After the source has finished, the stream finishes
/// only once all are emitted.
@usableFromInline
class HeldBack {
  /// Whether payloads are left after the source has finished.
  var isAlone: Bool { false }

  /// The source has finished: calls the link's `finish`, now or after the last payload.
  func sourceFinished() {}

  /// Drops payloads left without a source.
  func drop() {}
}
