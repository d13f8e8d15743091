// Spelled out for the reason in `Reading.swift`.

extension Behavior {
  /// Combines the values of two behaviors, compared by `==`.
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
  /// No observer sees a combination that no write produced, and a batch is one change. To compute a value from several
  /// behaviors, pass a transform, which saves the tuple: `price.combine(count) { $0 * $1 }`.
  ///
  /// The result retains the behaviors; subscriptions retain the result. Cost: that of a ``DerivedProperty``. Other
  /// libraries have `combineLatest`, which also emits the intermediate combinations.
  @inlinable
  public final func combine<B>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B)> where Value: Equatable, B: Equatable {
    DerivedProperty(
      self, b, file: file, line: line, calculator: { ($0, $1) },
      isDuplicate: { $0.0 == $1.0 && $0.1 == $1.1 })
  }

  /// Combines the values of two behaviors. Every change counts.
  @inlinable @_disfavoredOverload
  public final func combine<B>(
    _ b: Behavior<B>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B)> {
    DerivedProperty(self, b, file: file, line: line) { ($0, $1) }
  }

  /// Combines the values of three behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C)> where Value: Equatable, B: Equatable, C: Equatable {
    DerivedProperty(
      self, b, c, file: file, line: line, calculator: { ($0, $1, $2) },
      isDuplicate: { $0.0 == $1.0 && $0.1 == $1.1 && $0.2 == $1.2 })
  }

  /// Combines the values of three behaviors. Every change counts.
  @inlinable @_disfavoredOverload
  public final func combine<B, C>(
    _ b: Behavior<B>, _ c: Behavior<C>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C)> {
    DerivedProperty(self, b, c, file: file, line: line) { ($0, $1, $2) }
  }

  /// Combines the values of four behaviors, compared by `==`.
  @inlinable
  public final func combine<B, C, D>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D)> where Value: Equatable, B: Equatable, C: Equatable, D: Equatable {
    DerivedProperty(
      self, b, c, d, file: file, line: line, calculator: { ($0, $1, $2, $3) },
      isDuplicate: { $0.0 == $1.0 && $0.1 == $1.1 && $0.2 == $1.2 && $0.3 == $1.3 })
  }

  /// Combines the values of four behaviors. Every change counts.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D)> {
    DerivedProperty(self, b, c, d, file: file, line: line) { ($0, $1, $2, $3) }
  }

  /// Combines the values of five behaviors, compared by `==`.
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

  /// Combines the values of five behaviors. Every change counts.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E)> {
    DerivedProperty(self, b, c, d, e, file: file, line: line) { ($0, $1, $2, $3, $4) }
  }

  /// Combines the values of six behaviors, compared by `==`.
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

  /// Combines the values of six behaviors. Every change counts.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F)> {
    DerivedProperty(self, b, c, d, e, f, file: file, line: line) { ($0, $1, $2, $3, $4, $5) }
  }

  /// Combines the values of seven behaviors, compared by `==`.
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

  /// Combines the values of seven behaviors. Every change counts.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F, G)> {
    DerivedProperty(self, b, c, d, e, f, g, file: file, line: line) { ($0, $1, $2, $3, $4, $5, $6) }
  }

  /// Combines the values of eight behaviors, compared by `==`.
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

  /// Combines the values of eight behaviors. Every change counts.
  @inlinable @_disfavoredOverload
  public final func combine<B, C, D, E, F, G, H>(
    _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>, _ g: Behavior<G>,
    _ h: Behavior<H>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(Value, B, C, D, E, F, G, H)> {
    DerivedProperty(self, b, c, d, e, f, g, h, file: file, line: line) { ($0, $1, $2, $3, $4, $5, $6, $7) }
  }
}

extension Behavior {
  /// Unavailable: the name of ``combine(_:file:line:)`` in Combine and RxSwift.
  @available(*, unavailable, renamed: "combine(_:)")
  public final func combineLatest<Other>(_ other: Behavior<Other>) -> Behavior<(Value, Other)> { stop("unavailable") }

  /// Unavailable: ReactiveSwift's spelling of ``combine(_:file:line:)``.
  @available(*, unavailable, renamed: "combine(_:)")
  public final func combineLatest<Other>(with other: Behavior<Other>) -> Behavior<(Value, Other)> {
    stop("unavailable")
  }
}
