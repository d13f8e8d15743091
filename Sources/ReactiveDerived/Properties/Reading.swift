// Each number of dependencies is spelled out, because Swift's parameter packs do not type-check here in acceptable
// time. Inlined where the property is made, so that its types are known, and read without access to the thread's
// context (benchmarks: "derived from 10", "chain of 1,000").

@inlinable @inline(__always)
func reading<A, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>,
  _ calculator: @escaping (A) -> Value
) -> Equality<Value> {
  Equality(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      evaluation.close()
      return calculator(a)
    }
  }
}

@inlinable @inline(__always)
func reading<A, B, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>,
  _ calculator: @escaping (A, B) -> Value
) -> Equality<Value> {
  Equality(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      evaluation.close()
      return calculator(a, b)
    }
  }
}

@inlinable @inline(__always)
func reading<A, B, C, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>,
  _ calculator: @escaping (A, B, C) -> Value
) -> Equality<Value> {
  Equality(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      let a = a.read(in: evaluation)
      let b = b.read(in: evaluation)
      let c = c.read(in: evaluation)
      evaluation.close()
      return calculator(a, b, c)
    }
  }
}

@inlinable @inline(__always)
func reading<A, B, C, D, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>,
  _ calculator: @escaping (A, B, C, D) -> Value
) -> Equality<Value> {
  Equality(test) {
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

@inlinable @inline(__always)
func reading<A, B, C, D, E, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>,
  _ calculator: @escaping (A, B, C, D, E) -> Value
) -> Equality<Value> {
  Equality(test) {
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

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ calculator: @escaping (A, B, C, D, E, F) -> Value
) -> Equality<Value> {
  Equality(test) {
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

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>,
  _ calculator: @escaping (A, B, C, D, E, F, G) -> Value
) -> Equality<Value> {
  Equality(test) {
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

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, H, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H) -> Value
) -> Equality<Value> {
  Equality(test) {
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

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, H, I, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H, I) -> Value
) -> Equality<Value> {
  Equality(test) {
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

@inlinable @inline(__always)
func reading<A, B, C, D, E, F, G, H, I, J, Value>(
  _ test: some EqualityTest<Value>,
  _ a: Behavior<A>, _ b: Behavior<B>, _ c: Behavior<C>, _ d: Behavior<D>, _ e: Behavior<E>, _ f: Behavior<F>,
  _ g: Behavior<G>, _ h: Behavior<H>, _ i: Behavior<I>, _ j: Behavior<J>,
  _ calculator: @escaping (A, B, C, D, E, F, G, H, I, J) -> Value
) -> Equality<Value> {
  Equality(test) {
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
