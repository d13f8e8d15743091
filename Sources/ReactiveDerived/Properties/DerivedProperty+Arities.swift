extension DerivedProperty {
  /// A property computed from one behavior, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, calculator), name, file, line)
  }

  /// A property computed from one behavior, compared by `==`.
  @inlinable
  public convenience init<A>(
    _ a: Behavior<A>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, calculator), name, file, line)
  }

  /// A property computed from one behavior, compared by identity.
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
  /// A property computed from two behaviors, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, calculator), name, file, line)
  }

  /// A property computed from two behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B>(
    _ a: Behavior<A>, _ b: Behavior<B>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, calculator), name, file, line)
  }

  /// A property computed from two behaviors, compared by identity.
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
  /// A property computed from three behaviors, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, calculator), name, file, line)
  }

  /// A property computed from three behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, calculator), name, file, line)
  }

  /// A property computed from three behaviors, compared by identity.
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
  /// A property computed from four behaviors, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, calculator), name, file, line)
  }

  /// A property computed from four behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C, D>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, calculator), name, file, line)
  }

  /// A property computed from four behaviors, compared by identity.
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
  /// A property computed from five behaviors, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, calculator), name, file, line)
  }

  /// A property computed from five behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C, D, E>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, calculator), name, file, line)
  }

  /// A property computed from five behaviors, compared by identity.
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
  /// A property computed from six behaviors, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(reading(.duplicates(by: isDuplicate), a, b, c, d, e, f, calculator), name, file, line)
  }

  /// A property computed from six behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C, D, E, F>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, calculator), name, file, line)
  }

  /// A property computed from six behaviors, compared by identity.
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
  /// A property computed from seven behaviors, compared by `isDuplicate(old, new)`.
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

  /// A property computed from seven behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, calculator), name, file, line)
  }

  /// A property computed from seven behaviors, compared by identity.
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
  /// A property computed from eight behaviors, compared by `isDuplicate(old, new)`.
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

  /// A property computed from eight behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, h, calculator), name, file, line)
  }

  /// A property computed from eight behaviors, compared by identity.
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
  /// A property computed from nine behaviors, compared by `isDuplicate(old, new)`.
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

  /// A property computed from nine behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, h, i, calculator), name, file, line)
  }

  /// A property computed from nine behaviors, compared by identity.
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
  /// A property computed from ten behaviors, compared by `isDuplicate(old, new)`.
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

  /// A property computed from ten behaviors, compared by `==`.
  @inlinable
  public convenience init<A, B, C, D, E, F, G, H, I, J>(
    _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
  ) where Value: Equatable {
    self.init(reading(.equal(), a, b, c, d, e, f, g, h, i, j, calculator), name, file, line)
  }

  /// A property computed from ten behaviors, compared by identity.
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
