// Unsafe: functions in words that the end of an object does not end.
//
// The typed properties of an object end on the thread of its last release, which may be any. A node keeps its functions
// in plain words instead, and ends them when it leaves the graph, in its own isolation. Invariant: the words hold an
// initialised `Content` from `init` to `end`, which is one function and nothing else, and nothing calls `withContent` after
// that.

/// A function of a node, in a wrapper of its own. It is called in place, without being retained for the call.
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

  /// Ends the function, after its own run if that is on the stack. What it has captured may be the next link of a long
  /// chain.
  @inline(__always)
  func end(isRunning: Bool = false) { if words.1 != 0 { endFunction(words, isRunning) } }
}

/// A type of its own, since the bare function would be wrapped in another one.
private struct EndingFunction: ~Copyable {
  let call: () -> Void
}

/// Ends the function that lies in `words`: as one of a type that needs no look-up, since all functions lie in memory alike.
@inline(never)
private func endFunction(_ words: (UInt, UInt), _ isRunning: Bool) {
  var words = words
  let function = unsafe _withUnprotectedUnsafeMutablePointer(to: &words) { words in
    unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: EndingFunction.self).move()
  }
  Context.current.release(function, isRunning: isRunning) { $0.call }
}
