// From one to ten dependencies. Swift's parameter packs do not type-check here in bearable time, so each number is
// spelled out: a function that reads, and three initialisers that choose the test for changes.

@inlinable
func reading<A, Value>(
  _ a: Behavior<A>,
  _ calculator: @escaping (A) -> Value
) -> () -> Value {
  {
    let a = a.read()
    Context.closeReads()
    return calculator(a)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, calculator))
  }

  /// A property that is computed from one behavior; an equal value is no change.
  @inlinable
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, calculator))
  }

  /// A property that is computed from one behavior; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, calculator))
  }
}

@inlinable
func reading<A, B, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>,
  _ calculator: @escaping (A, B) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    Context.closeReads()
    return calculator(a, b)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, calculator))
  }

  /// A property that is computed from two behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, calculator))
  }

  /// A property that is computed from two behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, calculator))
  }
}

@inlinable
func reading<A, B, C, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
  _ calculator: @escaping (A, B, C) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    Context.closeReads()
    return calculator(a, b, c)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, calculator))
  }

  /// A property that is computed from three behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, calculator))
  }

  /// A property that is computed from three behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, calculator))
  }
}

@inlinable
func reading<A, B, C, D, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
  _ calculator: @escaping (A, B, C, D) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    let d = d.read()
    Context.closeReads()
    return calculator(a, b, c, d)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, d, calculator))
  }

  /// A property that is computed from four behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, d, calculator))
  }

  /// A property that is computed from four behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, d, calculator))
  }
}

@inlinable
func reading<A, B, C, D, E, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
  _ calculator: @escaping (A, B, C, D, E) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    let d = d.read()
    let e = e.read()
    Context.closeReads()
    return calculator(a, b, c, d, e)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, d, e, calculator))
  }

  /// A property that is computed from five behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, d, e, calculator))
  }

  /// A property that is computed from five behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, d, e, calculator))
  }
}

@inlinable
func reading<A, B, C, D, E, F, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ calculator: @escaping (A, B, C, D, E, F) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    let d = d.read()
    let e = e.read()
    let f = f.read()
    Context.closeReads()
    return calculator(a, b, c, d, e, f)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, d, e, f, calculator))
  }

  /// A property that is computed from six behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, d, e, f, calculator))
  }

  /// A property that is computed from six behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, d, e, f, calculator))
  }
}

@inlinable
func reading<A, B, C, D, E, F, G, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>,
  _ calculator: @escaping (A, B, C, D, E, F, G) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    let d = d.read()
    let e = e.read()
    let f = f.read()
    let g = g.read()
    Context.closeReads()
    return calculator(a, b, c, d, e, f, g)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, d, e, f, g, calculator))
  }

  /// A property that is computed from seven behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, d, e, f, g, calculator))
  }

  /// A property that is computed from seven behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, d, e, f, g, calculator))
  }
}

@inlinable
func reading<A, B, C, D, E, F, G, H, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    let d = d.read()
    let e = e.read()
    let f = f.read()
    let g = g.read()
    let h = h.read()
    Context.closeReads()
    return calculator(a, b, c, d, e, f, g, h)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, d, e, f, g, h, calculator))
  }

  /// A property that is computed from eight behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, d, e, f, g, h, calculator))
  }

  /// A property that is computed from eight behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, d, e, f, g, h, calculator))
  }
}

@inlinable
func reading<A, B, C, D, E, F, G, H, I, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    let d = d.read()
    let e = e.read()
    let f = f.read()
    let g = g.read()
    let h = h.read()
    let i = i.read()
    Context.closeReads()
    return calculator(a, b, c, d, e, f, g, h, i)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, d, e, f, g, h, i, calculator))
  }

  /// A property that is computed from nine behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, d, e, f, g, h, i, calculator))
  }

  /// A property that is computed from nine behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, d, e, f, g, h, i, calculator))
  }
}

@inlinable
func reading<A, B, C, D, E, F, G, H, I, J, Value>(
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
) -> () -> Value {
  {
    let a = a.read()
    let b = b.read()
    let c = c.read()
    let d = d.read()
    let e = e.read()
    let f = f.read()
    let g = g.read()
    let h = h.read()
    let i = i.read()
    let j = j.read()
    Context.closeReads()
    return calculator(a, b, c, d, e, f, g, h, i, j)
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
    self.init(.given(changePredicate), name, file, line, compute: reading(a, b, c, d, e, f, g, h, i, j, calculator))
  }

  /// A property that is computed from ten behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
  ) where Value: Equatable {
    self.init(.equality, name, file, line, compute: reading(a, b, c, d, e, f, g, h, i, j, calculator))
  }

  /// A property that is computed from ten behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
  ) {
    self.init(.identity, name, file, line, compute: reading(a, b, c, d, e, f, g, h, i, j, calculator))
  }
}
