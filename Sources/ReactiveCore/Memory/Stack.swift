// Unsafe: a stack in memory of its own.
//
// Invariant: the first `count` of `capacity` places are initialized. The owner calls `deallocate` on an empty stack.

/// A growing stack, shared by all properly nested uses on a thread.
@safe
struct Stack<Element> {
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private(set) var capacity = 0

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    unsafe (base.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }
  @inline(__always)
  mutating func pop() -> Element {
    count &-= 1
    return unsafe (base.unsafelyUnwrapped + count).move()
  }
  @inline(__always)
  mutating func removeLast() {
    count &-= 1
    unsafe (base.unsafelyUnwrapped + count).deinitialize(count: 1)
  }
  /// The address of an element until the next `push`, to read a part of it without a copy.
  @inline(__always)
  func place(of index: Int) -> UnsafeMutablePointer<Element> { unsafe base.unsafelyUnwrapped + index }
  @inline(__always)
  subscript(index: Int) -> Element {
    get { unsafe base.unsafelyUnwrapped[index] }
    set { unsafe base.unsafelyUnwrapped[index] = newValue }
  }
  @inline(never)
  private mutating func grow() {
    let larger = max(64, capacity * 2)
    let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    if let old = unsafe base {
      unsafe new.moveInitialize(from: old, count: count)
      unsafe old.deallocate()
    }
    unsafe base = new
    capacity = larger
  }
  /// Frees the memory of an empty stack.
  mutating func deallocate() {
    unsafe base?.deallocate()
    unsafe base = nil
    capacity = 0
  }
}
