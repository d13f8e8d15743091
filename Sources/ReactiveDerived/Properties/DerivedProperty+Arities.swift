// From one to ten dependencies: for each number three initialisers, which choose the test for changes.

extension DerivedProperty {
  /// A property that is computed from one behavior, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, calculator), name, file, line)
  }

  /// A property that is computed from one behavior; an equal value is no change.
  @inlinable
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, calculator), name, file, line)
  }

  /// A property that is computed from one behavior; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value
  ) {
    self.init(reading(.identity(), a, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from two behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, calculator), name, file, line)
  }

  /// A property that is computed from two behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, calculator), name, file, line)
  }

  /// A property that is computed from two behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value
  ) {
    self.init(reading(.identity(), a, b, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from three behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, calculator), name, file, line)
  }

  /// A property that is computed from three behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, calculator), name, file, line)
  }

  /// A property that is computed from three behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from four behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, calculator), name, file, line)
  }

  /// A property that is computed from four behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, calculator), name, file, line)
  }

  /// A property that is computed from four behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, d, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from five behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, calculator), name, file, line)
  }

  /// A property that is computed from five behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, calculator), name, file, line)
  }

  /// A property that is computed from five behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, d, e, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from six behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, f, calculator), name, file, line)
  }

  /// A property that is computed from six behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, calculator), name, file, line)
  }

  /// A property that is computed from six behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, d, e, f, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from seven behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, f, g, calculator), name, file, line)
  }

  /// A property that is computed from seven behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, calculator), name, file, line)
  }

  /// A property that is computed from seven behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, d, e, f, g, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from eight behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, f, g, h, calculator), name, file, line)
  }

  /// A property that is computed from eight behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, h, calculator), name, file, line)
  }

  /// A property that is computed from eight behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, d, e, f, g, h, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from nine behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, f, g, h, i, calculator), name, file, line)
  }

  /// A property that is computed from nine behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, h, i, calculator), name, file, line)
  }

  /// A property that is computed from nine behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, d, e, f, g, h, i, calculator), name, file, line)
  }
}

extension DerivedProperty {
  /// A property that is computed from ten behaviors, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, f, g, h, i, j, calculator), name, file, line)
  }

  /// A property that is computed from ten behaviors; an equal value is no change.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, h, i, j, calculator), name, file, line)
  }

  /// A property that is computed from ten behaviors; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
  ) {
    self.init(reading(.identity(), a, b, c, d, e, f, g, h, i, j, calculator), name, file, line)
  }
}
