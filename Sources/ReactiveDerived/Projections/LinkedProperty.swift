/// A writable property that begins anew when its source changes.
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
/// Use it for a draft of a stored value, a selection among changing items, or a page number that restarts at one.
///
/// A written value stands until its source changes, or until ``reset()`` or ``commit()``. It ends with the change: no
/// observer sees the new source with the old value. A duplicate written to the source is not a change, nor is a
/// ``/ReactiveCore/batch(_:)`` that restores it: the value written before stands. A value written in the batch after a
/// change of the source ends when the batch reverts that change. A write of the present value does nothing.
///
/// With a function, the source may have another type, and the function receives the previous value:
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
/// The source is observed while a written value stands; with a function, always. The property retains its source, and
/// only you and its subscriptions retain the property. Cost: about 1 kB. Called `linkedSignal` in Angular, and a
/// writable `$derived` in Svelte.
public final class LinkedProperty<Value>: OpenBehavior<Value> {
  // Retained by the property's function, which releases it as a link of a chain.
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
        waiting: { link.comingValue($0) },
        write: { link.write($0, test) })
    }
    super.init(forwardingBy: operations, name: name, file: file, line: line)
    writesLate = link.source.writesLate
    if link.hasMemory {
      settleIn()
      observer.content = CancelOnDeinit(link.source.attach(with: self) { [unowned link] _, _ in link.step() })
      let me = WeakObject<OpenBehavior<Value>>(self)
      link.start { me.object?.peek() }
    }
  }

  /// Whether a written value stands. Retains this property; an evaluation that reads it retains it.
  public var isOverridden: Behavior<Bool> {
    if let foundOverridden { return foundOverridden.handOut() }
    let new = flag("isOverridden") { [self] in link.isOverridden }
    foundOverridden = new
    return new.handOut()
  }

  /// Drops a written value: the value follows from the source again.
  public func reset() { link.reset() }

  /// Writes a written value to the source and drops it here, in one change.
  ///
  /// Afterwards the value follows from the source. If the source is read-only, the program stops with a message.
  public func commit() {
    guard let store = link.store else {
      stop(
        """
        \(label) cannot commit its value: what it is linked to cannot be written. Link it to an OpenBehavior, or \
        write the source where you can, which resets it.
        """)
    }
    if !link.isSet { return }
    withoutTracking { link.commit(peek(), by: store) }
  }

  deinit { isolation.perform(atEndOf: self, releasing: &observer) }
}

extension LinkedProperty {
  /// A property linked to `source`, which ``commit()`` writes. Compared by `==`.
  public convenience init(
    _ source: OpenBehavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(Link(source, file, line, store: { source.value = $0 }), .equal(), name, file, line)
  }

  /// A property linked to `source`, which ``commit()`` writes. Compared by identity.
  @_disfavoredOverload
  public convenience init(
    _ source: OpenBehavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(Link(source, file, line, store: { source.value = $0 }), .identity(), name, file, line) }

  /// A property linked to `source`, which it only reads. Compared by `==`.
  public convenience init(
    _ source: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(Link(source, file, line, store: nil), .equal(), name, file, line) }

  /// A property linked to `source`, which it only reads. Compared by identity.
  @_disfavoredOverload
  public convenience init(
    _ source: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(Link(source, file, line, store: nil), .identity(), name, file, line) }

  /// A property that `follow` computes anew when `source` changes. Compared by `==`.
  ///
  /// `follow` receives the source and the previous value, at first nil. It runs at once and for each change that the
  /// source notifies, observed or not, and its reads are not tracked. In a ``/ReactiveCore/batch(_:)`` it may run more
  /// often, each time with the value from before the source's first change in the batch. Made in a batch that then
  /// restores a duplicate of the source's value, it runs once more, again with nil.
  public convenience init<Source>(
    _ source: Behavior<Source>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ follow: @escaping (_ source: Source, _ old: Value?) -> Value
  ) where Value: Equatable { self.init(Link(source, file, line, follow), .equal(), name, file, line) }

  /// A property that `follow` computes anew when `source` changes. Compared by identity.
  @_disfavoredOverload
  public convenience init<Source>(
    _ source: Behavior<Source>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ follow: @escaping (_ source: Source, _ old: Value?) -> Value
  ) { self.init(Link(source, file, line, follow), .identity(), name, file, line) }
}

extension OpenBehavior {
  /// A Boolean that is derived for this behavior, and ends in its isolation.
  final func flag(_ name: String, _ isSet: @escaping () -> Bool) -> Behavior<Bool> {
    let flag = DerivedProperty<Bool>(reading(.equal(), isSet), nil, #fileID, #line)
    flag.keepLabel(of: self, as: ".\(name)")
    flag.settleIn()
    return flag
  }
}
