package import ReactiveCore

/// Releases the reference in `holder` outside of any actor.
package func releaseElsewhere<Object: Sendable>(_ holder: Locked<Object?>) async {
  await Task.detached {
    var last = holder.withLock { content in
      defer { content = nil }
      return content
    }
    last = nil
    withExtendedLifetime(last) {}
  }.value
}
