// From one to ten dependencies. Swift's parameter packs do not type-check here in bearable time, so each number is
// spelled out: a formula, and three initialisers that choose the test for changes. A formula is inlined into where the
// property is made, so that its types are known there, and reads without a look at the thread's context (benchmarks:
// "derived from 10", "chain of 1,000").

@inlinable @inline(__always)
func reading<A, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>,
  _ calculator: @escaping (A) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      evaluation.close()
      return calculator(a)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from one behavior; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, calculator), name, file, line)
  }

  /// A property that is computed from one behavior; an equal value is no change.
  @inlinable
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, calculator), name, file, line)
  }

  /// A property that is computed from one behavior; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value
  ) {
    self.init(reading(SameInstances(), a, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>,
  _ calculator: @escaping (A, B) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      evaluation.close()
      return calculator(a, b)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from two behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, calculator), name, file, line)
  }

  /// A property that is computed from two behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, calculator), name, file, line)
  }

  /// A property that is computed from two behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
  _ calculator: @escaping (A, B, C) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from three behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, calculator), name, file, line)
  }

  /// A property that is computed from three behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, calculator), name, file, line)
  }

  /// A property that is computed from three behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
  _ calculator: @escaping (A, B, C, D) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      let d = d.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c, d)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from four behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, d, calculator), name, file, line)
  }

  /// A property that is computed from four behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, d, calculator), name, file, line)
  }

  /// A property that is computed from four behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, d, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, E, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
  _ calculator: @escaping (A, B, C, D, E) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      let d = d.read(in: evaluation)
      let e = e.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c, d, e)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from five behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, d, e, calculator), name, file, line)
  }

  /// A property that is computed from five behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, d, e, calculator), name, file, line)
  }

  /// A property that is computed from five behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, d, e, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ calculator: @escaping (A, B, C, D, E, F) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      let d = d.read(in: evaluation)
      let e = e.read(in: evaluation)
      let f = f.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c, d, e, f)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from six behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, d, e, f, calculator), name, file, line)
  }

  /// A property that is computed from six behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, d, e, f, calculator), name, file, line)
  }

  /// A property that is computed from six behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, d, e, f, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>,
  _ calculator: @escaping (A, B, C, D, E, F, G) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      let d = d.read(in: evaluation)
      let e = e.read(in: evaluation)
      let f = f.read(in: evaluation)
      let g = g.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c, d, e, f, g)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from seven behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, d, e, f, g, calculator), name, file, line)
  }

  /// A property that is computed from seven behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, d, e, f, g, calculator), name, file, line)
  }

  /// A property that is computed from seven behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, d, e, f, g, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, H, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      let d = d.read(in: evaluation)
      let e = e.read(in: evaluation)
      let f = f.read(in: evaluation)
      let g = g.read(in: evaluation)
      let h = h.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c, d, e, f, g, h)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from eight behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, d, e, f, g, h, calculator), name, file, line)
  }

  /// A property that is computed from eight behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, d, e, f, g, h, calculator), name, file, line)
  }

  /// A property that is computed from eight behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, d, e, f, g, h, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, H, I, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      let d = d.read(in: evaluation)
      let e = e.read(in: evaluation)
      let f = f.read(in: evaluation)
      let g = g.read(in: evaluation)
      let h = h.read(in: evaluation)
      let i = i.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c, d, e, f, g, h, i)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from nine behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, d, e, f, g, h, i, calculator), name, file, line)
  }

  /// A property that is computed from nine behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, d, e, f, g, h, i, calculator), name, file, line)
  }

  /// A property that is computed from nine behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, d, e, f, g, h, i, calculator), name, file, line)
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, H, I, J, Value>(
  _ test: some DuplicateTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
) -> Formula<Value> {
  Formula(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      let d = d.read(in: evaluation)
      let e = e.read(in: evaluation)
      let f = f.read(in: evaluation)
      let g = g.read(in: evaluation)
      let h = h.read(in: evaluation)
      let i = i.read(in: evaluation)
      let j = j.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c, d, e, f, g, h, i, j)
    }
  }
}

extension DerivedProperty {
  /// A property that is computed from ten behaviors; a change is what `changePredicate(old, new)` says.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value,
    changePredicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(GivenTest(changePredicate), a, b, c, d, e, f, g, h, i, j, calculator), name, file, line)
  }

  /// A property that is computed from ten behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
  ) where Value: Equatable {
    self.init(reading(EqualValues(), a, b, c, d, e, f, g, h, i, j, calculator), name, file, line)
  }

  /// A property that is computed from ten behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
  ) {
    self.init(reading(SameInstances(), a, b, c, d, e, f, g, h, i, j, calculator), name, file, line)
  }
}
