// Spelled out for the reason in `Reading.swift`.

extension Behavior {
  /// The result of `transform` for two behaviors, compared by `==`.
  ///
  /// ```swift
  /// let price = OpenBehavior(2.5), count = OpenBehavior(4)
  /// let total = price.combine(count) { $0 * Double($1) }
  /// print(total)  // 10.0
  /// ```
  ///
  /// `transform` runs when the value is needed and a behavior has changed, once for a batch. Its reads are not tracked.
  /// The result is a ``DerivedProperty``, without a tuple in between. It retains the behaviors; subscriptions retain
  /// the result.
  @inlinable
  public final func combine<B, Result: Equatable>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, file: file, line: line, calculator: transform) }

  /// The result of `transform` for two behaviors, compared by identity.
  @inlinable @_disfavoredOverload
  public final func combine<B, Result>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, file: file, line: line, calculator: transform) }

  /// The result of `transform` for three behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, file: file, line: line, calculator: transform) }

  /// The result of `transform` for three behaviors, compared by identity.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, file: file, line: line, calculator: transform) }

  /// The result of `transform` for four behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C, D, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, file: file, line: line, calculator: transform) }

  /// The result of `transform` for four behaviors, compared by identity.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, file: file, line: line, calculator: transform) }

  /// The result of `transform` for five behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C, D, E, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, file: file, line: line, calculator: transform) }

  /// The result of `transform` for five behaviors, compared by identity.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, file: file, line: line, calculator: transform) }

  /// The result of `transform` for six behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C, D, E, F, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, file: file, line: line, calculator: transform) }

  /// The result of `transform` for six behaviors, compared by identity.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, file: file, line: line, calculator: transform) }

  /// The result of `transform` for seven behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C, D, E, F, G, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, file: file, line: line, calculator: transform) }

  /// The result of `transform` for seven behaviors, compared by identity.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, file: file, line: line, calculator: transform) }

  /// The result of `transform` for eight behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C, D, E, F, G, H, Result: Equatable>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    _ h: Behavior<H>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G, H) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, h, file: file, line: line, calculator: transform) }

  /// The result of `transform` for eight behaviors, compared by identity.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G, H, Result>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    _ h: Behavior<H>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value, B, C, D, E, F, G, H) -> Result
  ) -> Behavior<Result> { DerivedProperty(self, b, c, d, e, f, g, h, file: file, line: line, calculator: transform) }
}
