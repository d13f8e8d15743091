import ReactiveTracking
import Testing

extension Conformance {
  @Suite("12: staleness")
  struct StalenessTests {
    @Test("#94 a diamond leaves no work behind")
    func diamond() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      let c = derive { () -> String in
        _ = a
        return "c"
      }
      @Derived var d = runs("d", "\(b) \(c.value)")
      #expect(d == "0 c")
      runs.reset()
      a = 1
      #expect(d == "1 c")
      #expect(d == "1 c")
      #expect([runs["b"], runs["d"]] == [1, 1])
    }

    @Test("#95 what is upstream runs before what is downstream")
    func upstreamFirst() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      #expect(c == 0)
      runs.reset()
      a = 1
      #expect(c == 1)
      #expect(runs.log == ["b", "c"])
    }

    @Test("#97 a dependency that is updated while another is verified")
    func updatedWhileVerified() {
      @Atom var a = 0
      @Derived var b = a
      @Derived var c = b
      @Derived var d = a + c
      #expect(d == 0)
      a = 1
      #expect(d == 2)
    }

    @Test("#158 every node of a chain is fresh")
    func everyNode() {
      @Atom var a = 0
      @Derived var b = a + 1
      @Derived var c = b + 1
      @Derived var d = c + 1
      #expect(d == 3)
      a = 10
      #expect([b, c, d] == [11, 12, 13])
    }
  }
}
