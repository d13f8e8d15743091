// Unsafe: functions in plain words, which the deallocation of an object does not release.
//
// An object's typed properties end on whichever thread releases it last. A node therefore keeps its functions in words,
// and releases them when it leaves the graph, in its own isolation. Invariant: from `init` to `end` the words hold an
// initialized `Content`, which is exactly one function; `withContent` is not called after that.

/// A function of a node in its own wrapper type, called in place without a retain.
@frozen
@safe
@usableFromInline
package struct Kept<Content: ~Copyable> {
  @usableFromInline var words: (UInt, UInt) = (0, 0)

  @inlinable @inline(__always)
  init(_ content: consuming Content) {
    var content: Content? = consume content
    unsafe _withUnprotectedUnsafeMutablePointer(to: &words) { words in
      unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: Content.self).initialize(
        to: content.take()!)
    }
  }

  @inlinable @inline(__always)
  package func withContent<Result>(_ body: (borrowing Content) -> Result) -> Result {
    var copy = words
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &copy) { words in
      unsafe body(UnsafeMutableRawPointer(words).assumingMemoryBound(to: Content.self).pointee)
    }
  }

  /// Releases the function, which may hold the next link of a long chain; if it is running, after its run.
  @inline(__always)
  func end(isRunning: Bool = false) { if words.1 != 0 { endFunction(words, isRunning) } }
}

/// A type of its own, since a bare function would be wrapped again.
private struct EndingFunction: ~Copyable {
  let call: () -> Void
}

/// Releases the function in `words` as a type that needs no metadata look-up; all functions have the same layout.
@inline(never)
private func endFunction(_ words: (UInt, UInt), _ isRunning: Bool) {
  var words = words
  let function = unsafe _withUnprotectedUnsafeMutablePointer(to: &words) { words in
    unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: EndingFunction.self).move()
  }
  Context.current.release(function, isRunning: isRunning) { $0.call }
}
