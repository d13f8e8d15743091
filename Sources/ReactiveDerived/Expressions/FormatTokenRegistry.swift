/// What the tokens of one thread stand for.
///
/// One for each thread, since a behavior belongs to one isolation: no locks, and threads never mix. A token that was
/// never formatted keeps its behavior, because a temporary such as `%(a + b)` has no other owner. A token that was
/// formatted does not, but can be formatted again while something else keeps the behavior. The newest tokens take the
/// places of the oldest, so unformatted tokens fill a bounded memory.
@usableFromInline
package final class FormatTokenRegistry {
  /// How many tokens a thread remembers.
  package static let capacity = 1_024

  /// The key of this process, by which its tokens differ from all other texts.
  private static let process = UInt64.random(in: .min ... .max)
  /// Random as well: a counter of threads would have to be locked, and an address may be used again.
  private let thread = UInt64.random(in: .min ... .max)
  private let beginning: String
  /// The serial number of the next token. The token `serial` has the place `serial % capacity`.
  private var next: UInt64 = 0
  private var entries: [Entry] = []

  private struct Entry {
    /// Until it is formatted.
    var kept: ReactiveNode?
    /// From then on. Made so late because a weak reference costs its object memory.
    weak var known: ReactiveNode?
    /// Knows the type of the behavior.
    let part: (ReactiveNode) -> FormatPart
  }

  /// The registry of this thread.
  @usableFromInline
  package static var current: FormatTokenRegistry {
    Context.companion { FormatTokenRegistry() }
  }

  private init() { beginning = FormatToken.beginning(process: Self.process, thread: thread) }

  /// How many tokens are remembered.
  package var count: Int { entries.count }
  /// How many of them keep their behavior alive.
  package var keptCount: Int { entries.count { $0.kept != nil } }

  /// A new token for `behavior`.
  @usableFromInline
  func register(_ behavior: ReactiveNode, part: @escaping (ReactiveNode) -> FormatPart) -> String {
    let serial = next
    let place = Int(serial % UInt64(Self.capacity))
    next += 1
    let entry = Entry(kept: behavior, part: part)
    if place == entries.count { entries.append(entry) } else { replaceEntry(at: place, with: entry) }
    return beginning + String(serial) + FormatToken.end
  }

  private func replaceEntry(at place: Int, with new: Entry) {
    var entry = new
    swap(&entries[place], &entry)
    if entry.kept == nil { return }
    // It is released after it has left the registry. Its end may make a token, which takes the next place, and so on
    // all around. As in any long chain of releases, what is nested too deeply is deferred.
    let last = entry.kept
    entry.kept = nil
    Context.release(consume last)
  }

  /// The parts of `text`: its tokens, and what stands between them.
  static func split(_ text: String) -> [FormatPart] {
    var parts: [FormatPart] = []
    // What has no part yet, and what has not been looked at.
    var start = text.startIndex
    var rest = text[...].utf8
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      var candidate = rest[open...]
      rest = candidate.dropFirst()
      guard let token = FormatToken(takenFrom: &candidate), token.process == process else { continue }
      rest = candidate
      if start < open { parts.append(.text(String(text[start..<open]))) }
      parts.append(current.part(of: token))
      start = rest.startIndex
    }
    if start < text.endIndex { parts.append(.text(start == text.startIndex ? text : String(text[start...]))) }
    return parts
  }

  private func part(of token: FormatToken) -> FormatPart {
    guard token.thread == thread else {
      stop(
        """
        a format token was formatted on another thread than the one that made it, with %behavior or replaceToken. Call \
        .format in the expression that makes the tokens, without an await in it, or write the FormattedBehavior as a \
        literal, which needs no tokens: let text: FormattedBehavior = "Hello, \\(name)."
        """)
    }
    guard token.serial < next, next - token.serial <= UInt64(entries.count) else {
      stop(
        """
        a format token is too old: this thread has made \(Self.capacity) newer ones, with %behavior or replaceToken. Call \
        .format in the expression that makes the tokens, or write the FormattedBehavior as a literal, which needs no \
        tokens: let text: FormattedBehavior = "Hello, \\(name)."
        """)
    }
    let place = Int(token.serial % UInt64(Self.capacity))
    if let behavior = entries[place].kept {
      entries[place].known = behavior
      entries[place].kept = nil
      return entries[place].part(behavior)
    }
    guard let behavior = entries[place].known else {
      stop(
        """
        a format token was formatted again after its behavior had gone: once it has been formatted, a token keeps nothing \
        alive. Keep the behavior, or make the token anew with %behavior or replaceToken.
        """)
    }
    return entries[place].part(behavior)
  }
}
