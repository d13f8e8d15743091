/// A node with a place for a value; the part of a ``Behavior`` that stores.
///
/// `Stored` is the optional of the behavior's value. It is a parameter of a class of its own because the end of an
/// instance needs the type of what is stored, and finds a class's parameter in the instance: a look-up of
/// `Optional<Value>` took a third of the time of making and ending a behavior (benchmark: "createSignals"). It cannot
/// be subclassed outside of this package.
@safe
@_hasMissingDesignatedInitializers
open class ValueNode<Stored>: ReactiveNode {
  /// The present value; nil in a derivation that never ran, and while it is changed in place.
  @safe @exclusivity(unchecked) @usableFromInline final var storage: Stored
  // Declared here, where they fit into the padding behind the value.
  @usableFromInline final let line: UInt16
  @usableFromInline final let distance: Int32

  @inlinable
  init(storage: Stored, flags: NodeFlags, location: SourceLocation, operations: ValueOperations) {
    self.storage = storage
    line = location.shortLine
    distance = location.distance
    super.init(flags: flags, operations: operations)
  }

  package override final var location: SourceLocation { SourceLocation(distance: distance, line: line) }
}
