// From two to eight behaviors, each number spelled out, as in `DerivedProperty+Arities.swift`.

extension Behavior {
  /// The behavior of the values of two behaviors; equal values are no change.
  ///
  /// ```swift
  /// let first = OpenBehavior("Ada"), last = OpenBehavior("King")
  /// let name = first.combine(last)
  /// name.sink { print($0, $1) }
  /// batch {
  ///   first.value = "Augusta"
  ///   last.value = "Lovelace"
  /// }                       // prints "Augusta Lovelace"
  /// ```
  ///
  /// No observer sees a combination of values that no write produced, and a batch is one change. To compute something
  /// from several behaviors make a ``DerivedProperty`` of them, which saves the tuple. The result keeps the behaviors
  /// alive, and its subscriptions keep the result. Cost: that of a ``DerivedProperty``. Elsewhere `combineLatest`,
  /// which emits the intermediate combinations as well.
  @inlinable
  public final func combine<B>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B)> where Value: Equatable, B: Equatable {
    DerivedProperty(
      self, b, file: file, line: line, calculator: { ($0, $1) },
      isDuplicate: { $0.0 == $1.0 && $0.1 == $1.1 })
  }

  /// The behavior of the values of two behaviors; every change of one of them is a change.
  @inlinable @_disfavoredOverload
  public final func combine<B>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B)> {
    DerivedProperty(self, b, file: file, line: line) { ($0, $1) }
  }

  /// The behavior of the values of three behaviors; equal values are no change.
  @inlinable
  public final func combine<B, C>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C)> where Value: Equatable, B: Equatable, C: Equatable {
    DerivedProperty(
      self, b, c, file: file, line: line, calculator: { ($0, $1, $2) },
      isDuplicate: { $0.0 == $1.0 && $0.1 == $1.1 && $0.2 == $1.2 })
  }

  /// The behavior of the values of three behaviors; every change of one of them is a change.
  @inlinable @_disfavoredOverload
  public final func combine<B, C>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C)> {
    DerivedProperty(self, b, c, file: file, line: line) { ($0, $1, $2) }
  }

  /// The behavior of the values of four behaviors; equal values are no change.
  @inlinable
  public final func combine<B, C, D>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D)> where Value: Equatable, B: Equatable, C: Equatable, D: Equatable {
    DerivedProperty(
      self, b, c, d, file: file, line: line, calculator: { ($0, $1, $2, $3) },
      isDuplicate: { $0.0 == $1.0 && $0.1 == $1.1 && $0.2 == $1.2 && $0.3 == $1.3 })
  }

  /// The behavior of the values of four behaviors; every change of one of them is a change.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D)> {
    DerivedProperty(self, b, c, d, file: file, line: line) { ($0, $1, $2, $3) }
  }

  /// The behavior of the values of five behaviors; equal values are no change.
  @inlinable
  public final func combine<B, C, D, E>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E)>
  where Value: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {
    DerivedProperty(
      self, b, c, d, e, file: file, line: line, calculator: { ($0, $1, $2, $3, $4) },
      isDuplicate: { old, new in
        old.0 == new.0 && old.1 == new.1
          && old.2 == new.2 && old.3 == new.3 && old.4 == new.4
      })
  }

  /// The behavior of the values of five behaviors; every change of one of them is a change.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E)> {
    DerivedProperty(self, b, c, d, e, file: file, line: line) { ($0, $1, $2, $3, $4) }
  }

  /// The behavior of the values of six behaviors; equal values are no change.
  @inlinable
  public final func combine<B, C, D, E, F>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F)>
  where Value: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {
    DerivedProperty(
      self, b, c, d, e, f, file: file, line: line, calculator: { ($0, $1, $2, $3, $4, $5) },
      isDuplicate: { old, new in
        old.0 == new.0 && old.1 == new.1 && old.2 == new.2
          && old.3 == new.3 && old.4 == new.4 && old.5 == new.5
      })
  }

  /// The behavior of the values of six behaviors; every change of one of them is a change.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F)> {
    DerivedProperty(self, b, c, d, e, f, file: file, line: line) { ($0, $1, $2, $3, $4, $5) }
  }

  /// The behavior of the values of seven behaviors; equal values are no change.
  @inlinable
  public final func combine<B, C, D, E, F, G>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F, G)>
  where Value: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {
    DerivedProperty(
      self, b, c, d, e, f, g, file: file, line: line, calculator: { ($0, $1, $2, $3, $4, $5, $6) },
      isDuplicate: { old, new in
        old.0 == new.0 && old.1 == new.1 && old.2 == new.2
          && old.3 == new.3 && old.4 == new.4 && old.5 == new.5 && old.6 == new.6
      })
  }

  /// The behavior of the values of seven behaviors; every change of one of them is a change.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F, G)> {
    DerivedProperty(self, b, c, d, e, f, g, file: file, line: line) { ($0, $1, $2, $3, $4, $5, $6) }
  }

  /// The behavior of the values of eight behaviors; equal values are no change.
  @inlinable
  public final func combine<B, C, D, E, F, G, H>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    _ h: Behavior<H>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F, G, H)>
  where
    Value: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable
  {
    DerivedProperty(
      self, b, c, d, e, f, g, h, file: file, line: line, calculator: { ($0, $1, $2, $3, $4, $5, $6, $7) },
      isDuplicate: { old, new in
        old.0 == new.0 && old.1 == new.1 && old.2 == new.2 && old.3 == new.3
          && old.4 == new.4 && old.5 == new.5 && old.6 == new.6 && old.7 == new.7
      })
  }

  /// The behavior of the values of eight behaviors; every change of one of them is a change.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G, H>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    _ h: Behavior<H>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F, G, H)> {
    DerivedProperty(self, b, c, d, e, f, g, h, file: file, line: line) { ($0, $1, $2, $3, $4, $5, $6, $7) }
  }
}
