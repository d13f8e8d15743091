import ExampleTerminal
import Testing

@Suite struct KeyDecoderTests {
  private func keys(_ pieces: [String], flushing: Bool = false) -> [Key] {
    var decoder = KeyDecoder()
    return pieces.flatMap { decoder.decode($0.utf8) } + (flushing ? decoder.flush() : [])
  }

  @Test func charactersAreKeys() {
    #expect(keys(["aÄ漢🙂 "]) == ["a", "Ä", "漢", "🙂", " "].map { .character($0) })
  }

  @Test func keysThatWriteNothingAreSequences() {
    #expect(
      keys(["\u{1B}[A\u{1B}OB\u{1B}[3~\u{1B}[5~\r\t\u{7F}\u{13}"]) == [
        .up, .down, .delete, .pageUp, .enter, .tab, .backspace, .control("s"),
      ])
  }

  @Test func whatComesInPiecesIsPutTogether() {
    let text = "🙂\u{1B}[A漢\u{1B}[6~x"
    let whole = keys([text])
    #expect(whole == [.character("🙂"), .up, .character("漢"), .pageDown, .character("x")])
    var decoder = KeyDecoder()
    #expect(text.utf8.flatMap { decoder.decode([$0]) } == whole)
    #expect(!decoder.isWaiting)
  }

  @Test func anEscapeThatNothingFollowsIsAKey() {
    #expect(keys(["\u{1B}"]).isEmpty)
    #expect(keys(["\u{1B}"], flushing: true) == [.escape])
    #expect(keys(["\u{1B}q"]) == [.escape, .character("q")])
    #expect(keys(["\u{1B}\u{1B}[A"]) == [.escape, .up])
  }

  @Test func whatIsNoKeyIsPassedOver() {
    #expect(keys(["\u{1B}[200~a\u{0}b"]) == [.character("a"), .character("b")])
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0xC3, 0x28, UInt8(ascii: "z")]) == [.character("z")])
  }
}
