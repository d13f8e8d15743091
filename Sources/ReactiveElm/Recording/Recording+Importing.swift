extension Recording where M.Message: Codable, M.Model: Codable {
  /// Imports the recording in `data`, read by `decode`, such as `{ try JSONDecoder().decode($0, from: $1) }`.
  ///
  /// A readable recording is returned even if types have changed; check ``fit``. Costs about 10 µs per message.
  ///
  /// Errors are thrown as a ``RecordingImportError`` with the place: line and column of invalid or truncated JSON, or
  /// the keys to a missing or mistyped value.
  public static func imported<Bytes: Sequence<UInt8>>(
    fromJSON data: Bytes, by decode: (Recording.Type, Bytes) throws -> Recording
  ) throws(RecordingImportError) -> Recording {
    do { return try imported { try decode($0, data) } } catch {
      // A top-level error may mean invalid JSON, and need not contain the place. Foundation reads a number or a string
      // only when its value is decoded.
      let mayBeInvalid = if case .unreadable("", _) = error.reason { true } else { error.isOfDecoder }
      guard mayBeInvalid, let fault = JSONFault(in: data) else { throw error }
      throw RecordingImportError(
        reason: .unreadable(place: fault.place, reason: fault.reason), moduleName: error.moduleName)
    }
  }

  /// Imports the recording that `decode` reads, from data of any format.
  ///
  /// ``imported(fromJSON:by:)`` also locates invalid JSON.
  public static func imported(
    by decode: (Recording.Type) throws -> Recording
  ) throws(RecordingImportError) -> Recording {
    do { return try decode(Recording.self) } catch let error as RecordingImportError { throw error } catch {
      guard let error = error as? DecodingError else {
        throw RecordingImportError(
          reason: .unreadable(place: "", reason: String(describing: error)), moduleName: "\(M.self)")
      }
      let fault = DecodingFault(error)
      throw RecordingImportError(
        reason: .unreadable(place: DecodingFault.text(of: fault.path), reason: fault.reason),
        moduleName: "\(M.self)")
    }
  }
}
