extension Recording where M.Message: Codable, M.Model: Codable {
  /// The recording in `data`, which `decode` reads, such as `{ try JSONDecoder().decode($0, from: $1) }`.
  ///
  /// Whatever is wrong is thrown as a ``RecordingImportError`` that names the place: a line and column in what is no
  /// JSON or has been cut off, and the keys to what is missing or of another type. What can be read is returned, also
  /// when the types are not quite those that were recorded; ask ``fit``. Cost: about 10 µs for each message.
  public static func imported<Bytes: Sequence<UInt8>>(
    fromJSON data: Bytes, by decode: (Recording.Type, Bytes) throws -> Recording
  ) throws(RecordingImportError) -> Recording {
    do { return try imported { try decode($0, data) } } catch {
      // A decoder that fails at the top may have had no JSON at all, and need not say where that ends.
      guard case .unreadable("", _) = error.reason, let fault = JSONFault(in: data) else { throw error }
      throw RecordingImportError(
        reason: .unreadable(place: fault.place, reason: fault.reason), moduleName: error.moduleName)
    }
  }

  /// The recording that `decode` reads, from data of any format.
  ///
  /// See ``imported(fromJSON:by:)``, which can say where a text is no JSON.
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
