/// Fields of a program, which change when their messages are handled.
///
/// A step that ends before that counts what waits. The arrival makes no step of it.
extension HistoryCore {
  /// Lets looks show what waiting messages will bring.
  func lookAhead() {
    if !lateTracks.isEmpty { hasWaiting = anyWaits(.lookAhead(arrival)) }
  }

  func anyWaits(_ request: HistoryTrack.Request) -> Bool {
    var isAny = false
    for track in lateTracks where track.perform(request) { isAny = true }
    return isAny
  }

  /// Counts the changes made before messages are handled, so that they are not taken for effects of these.
  func lookBeforeArrival() {
    if !hasWaiting { return }
    if exclusions > 0 { return absorb() }
    lookAhead()
    close(tracks)
  }

  /// The messages have been handled. What the program has made of them is no step of its own, nor are the changes of
  /// what is computed from the fields.
  func arrive() {
    if !hasWaiting { return }
    // Such as those of another program, or what an observer has written.
    let waiting = Set(lateTracks.filter { $0.perform(.awaitMessage(arrival)) }.map(\.number))
    let arrived = lateTracks.filter { !waiting.contains($0.number) }
    if let open, counted == nil {
      join(arrived, to: open)
    } else {
      for track in arrived { _ = track.perform(.arrive) }
    }
    if let counted { join(touched.filter { $0.behavior.forwardsWrites && !waiting.contains($0.number) }, to: counted) }
    lookAhead()
    if !hasWaiting || lateTracks.contains(where: { $0.isChanged() }) { counted = nil }
  }
}
