// Functions of several behaviors, without a tuple in between. Each number of behaviors is spelled out, as in
// `DerivedProperty+Arities.swift`.

extension Behavior {
  /// What `transform` makes of the values of two behaviors; an equal result is no change.
  ///
  /// ```swift
  /// let price = OpenBehavior(2.5), count = OpenBehavior(4)
  /// let total = price.combine(count) { $0 * Double($1) }
  /// print(total)  // 10.0
  /// ```
  ///
  /// `transform` runs when the value is needed and one of the behaviors has changed, once for a batch. What it reads
  /// besides is not followed. The result keeps the behaviors alive, and its subscriptions keep the result. Cost: that of
  /// a ``DerivedProperty``, which it is.
  @inlinable
  public final func combine<B, Result: Equatable>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of two behaviors; the same object is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func combine<B, Result>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of three behaviors; an equal result is no change.
  @inlinable
  public final func combine<B, C, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of three behaviors; the same object is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of four behaviors; an equal result is no change.
  @inlinable
  public final func combine<B, C, D, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of four behaviors; the same object is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of five behaviors; an equal result is no change.
  @inlinable
  public final func combine<B, C, D, E, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of five behaviors; the same object is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of six behaviors; an equal result is no change.
  @inlinable
  public final func combine<B, C, D, E, F, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of six behaviors; the same object is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of seven behaviors; an equal result is no change.
  @inlinable
  public final func combine<B, C, D, E, F, G, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of seven behaviors; the same object is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of eight behaviors; an equal result is no change.
  @inlinable
  public final func combine<B, C, D, E, F, G, H, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    _ h: Behavior<H>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G, H) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, h, file: file, line: line, calculator: transform) }

  /// What `transform` makes of the values of eight behaviors; the same object is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G, H, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    _ h: Behavior<H>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G, H) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, h, file: file, line: line, calculator: transform) }
}
