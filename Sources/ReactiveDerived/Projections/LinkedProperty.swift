/// A property that can be written, and begins anew when what it is linked to changes.
///
/// ```swift
/// let saved = OpenBehavior("Ada")
/// let draft = LinkedProperty(saved)
/// draft.sink { print($0) }
/// draft.value = "Grace"             // prints "Grace"
/// print(draft.isOverridden)         // true
/// draft.commit()
/// print(saved, draft.isOverridden)  // Grace false
/// draft.value = "Edsger"            // prints "Edsger"
/// saved.value = "Barbara"           // prints "Barbara"
/// ```
///
/// For a draft of what is stored elsewhere, a selection among items that come and go, a page that begins at one again. A
/// value that is written stands until its source changes, ``reset()`` or ``commit()``. It ends in one with the change: no
/// observer sees the new source with the old value. A source that is written a duplicate, or ends a
/// ``/ReactiveCore/batch(_:)`` where it began, has not changed: the value that was written before stands, and one that was
/// written to go with what the batch took back ends. A write of the present value is none.
///
/// With a function, the source may be of another type, and the function is given the value before:
///
/// ```swift
/// let items = OpenBehavior(["milk", "bread"])
/// let chosen = LinkedProperty(items) { items, old in
///   items.first { $0 == old } ?? items[0]
/// }
/// chosen.value = "bread"
/// items.value = ["eggs", "bread"]
/// print(chosen)  // bread
/// items.value = ["eggs"]
/// print(chosen)  // eggs
/// ```
///
/// While a value that was written stands, the source is observed, to know of each change; with a function, always. It keeps
/// its source, and nothing keeps it but you and its subscriptions. Cost: about 1 kB. A
/// `linkedSignal` of Angular, a writable `$derived` of Svelte.
public final class LinkedProperty<Value>: OpenBehavior<Value> {
  // Its function keeps it, and releases it as a link of a chain.
  private unowned let link: any Linking<Value>
  private weak var foundOverridden: Behavior<Bool>?
  private var observer = ReleaseGuard<CancelOnDeinit>()

  @usableFromInline
  init<Source>(
    _ link: Link<Source, Value>, _ test: some EqualityTest<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    self.link = link
    let operations = Equality(test) {
      Self.serve(
        $0, test,
        compute: { link.read(in: $0) },
        write: { link.write($0) })
    }
    super.init(forwardingBy: operations, name: name, file: file, line: line)
    if link.hasMemory {
      settleIn()
      observer.content = CancelOnDeinit(link.source.attach(with: self) { [unowned link] _, _ in link.step() })
    }
  }

  /// Whether it has a value that was written, which stands. It keeps this property.
  public var isOverridden: Behavior<Bool> {
    if let foundOverridden { return foundOverridden }
    let new = DerivedProperty<Bool>(reading(.equal()) { [self] in link.isOverridden }, nil, #fileID, #line)
    new.settleIn()
    foundOverridden = new
    return new
  }

  /// Ends the value that was written, if there is one: the value is what the source makes it again.
  public func reset() { link.reset() }

  /// Writes the value to the source, if one was written here, and ends it here; in one change.
  ///
  /// What the source makes of the value is what is read afterwards. A source that cannot be written stops with a message.
  public func commit() {
    guard let store = link.store else {
      stop(
        """
        \(label) was to commit its value, and what it is linked to cannot be written. Link it to an OpenBehavior, or write \
        the source where you can, which resets it.
        """)
    }
    if !link.isSet { return }
    withoutTracking {
      batch {
        store(peek())
        link.reset()
      }
    }
  }

  deinit { isolation.perform(atEndOf: self, releasing: &observer) }
}

// Linked to a behavior of the same type, which may be open, or to one of any type by a function: for each the choice of the
// test for changes.

extension LinkedProperty {
  /// A property that is linked to `source`, which ``commit()`` writes; an equal value is no change.
  public convenience init(
    _ source: OpenBehavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(Link(source, file, line, store: { source.value = $0 }), .equal(), name, file, line)
  }

  /// A property that is linked to `source`, which ``commit()`` writes; the same instance is no change.
  @_disfavoredOverload
  public convenience init(
    _ source: OpenBehavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(Link(source, file, line, store: { source.value = $0 }), .identity(), name, file, line) }

  /// A property that is linked to `source`, which is only read; an equal value is no change.
  public convenience init(
    _ source: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(Link(source, file, line, store: nil), .equal(), name, file, line) }

  /// A property that is linked to `source`, which is only read; the same instance is no change.
  @_disfavoredOverload
  public convenience init(
    _ source: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(Link(source, file, line, store: nil), .identity(), name, file, line) }

  /// A property that begins anew, with what `follow` makes of the source and the value before, when `source` changes; an
  /// equal value is no change.
  ///
  /// `follow` is given nil at first. It runs for each change of which the source notifies, observed or not, and what it
  /// reads is not followed. In a ``/ReactiveCore/batch(_:)`` it may run more often, with the value from before the batch.
  public convenience init<Source>(
    _ source: Behavior<Source>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ follow: @escaping (_ source: Source, _ old: Value?) -> Value
  ) where Value: Equatable { self.init(Link(source, file, line, follow), .equal(), name, file, line) }

  /// A property that begins anew, with what `follow` makes of the source and the value before, when `source` changes; the
  /// same instance is no change.
  @_disfavoredOverload
  public convenience init<Source>(
    _ source: Behavior<Source>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ follow: @escaping (_ source: Source, _ old: Value?) -> Value
  ) { self.init(Link(source, file, line, follow), .identity(), name, file, line) }
}
