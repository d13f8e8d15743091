import ReactiveDerived
import Testing

@Suite("Format tokens")
struct FormatTokenTests {
  @Test("every token is another, also of one behavior; both stand for it")
  func everyTokenIsAnother() {
    let name = OpenBehavior("Ada")
    let first = %name
    let second = name.replaceToken
    #expect(first != second)
    let text = (first + second + first).format
    #expect(text.value == "AdaAdaAda")
    name.value = "Bob"
    #expect(text.value == "BobBobBob")
  }

  @Test("a behavior of any kind and any type of value has tokens")
  func anyBehavior() {
    struct Point { var x = 1 }
    let count = StoredProperty(3)
    let half = DerivedProperty(count) { Double($0) / 2 }
    let readOnly: Behavior<Int> = count
    let existential: any BehaviorProtocol = count
    let optional = OpenBehavior<Int?>(nil)
    let plain = OpenBehavior(Point())
    let part = OpenBehavior(Substring("part"))
    @Pub var pub = true
    let text = "\(%count) \(%half) \(%readOnly) \(%existential) \(%optional) \(%plain) \(%part) \(%$pub)".format
    #expect(text.value == "3 1.5 3 3 nil Point(x: 1) part true")
    batch {
      count.value = 5
      optional.value = 7
      pub = false
    }
    #expect(text.value == "5 2.5 5 5 Optional(7) Point(x: 1) part false")
  }

  @Test("what looks like a token stays as it is, in a template")
  func lookalikesInTemplates() {
    let name = OpenBehavior("Ada")
    let token = %name
    let digits = token.dropFirst(3).split(separator: "-")
    var lookalikes = [
      "<:-0-:>", "<:--:>", "<:-:>", "<:-0-0-0-:>", "<", "<:", "<:-", "<<:-0-0-0-:>>", "a < b", "<:-1-2-3-:",
      "<:-99999999999999999999999999-1-1-:>", "<:-１-２-３-:>", "<:- 1-2-3-:>", "<:-+1-2-3-:>",
    ]
    // Parts of a real one.
    lookalikes += (1..<token.utf8.count).map { String(token.prefix($0)) }
    lookalikes += (1..<token.utf8.count).map { String(token.suffix($0)) }
    // A real one but for the key of the process.
    lookalikes.append("<:-\(UInt64(digits[0])! ^ 1)-\(digits[1])-\(digits[2])-:>")
    for text in lookalikes {
      #expect(text.format.value == text)
      let around = (text + "|" + %name + "|" + text).format
      #expect(around.value == text + "|Ada|" + text)
      let typed: FormattedBehavior = "\(text)|\(name)|\(text)"
      #expect(typed.value == text + "|Ada|" + text)
    }
    #expect(token.format.value == "Ada")
  }

  @Test("a lookalike right before a token does not hide it")
  func lookalikeBefore() {
    let name = OpenBehavior("Ada")
    for before in ["<", "<:", "<:-", "<:-0", "<:-0-0-0-:", "<:-0-:>"] {
      #expect((before + %name).format.value == before + "Ada")
    }
  }

  @Test("a token in a value is not taken for one")
  func tokenInValue() {
    let secret = OpenBehavior("secret")
    let name = OpenBehavior(%secret)
    let text = "Hello, \(%name).".format
    let typed: FormattedBehavior = "Hello, \(name)."
    #expect(text.value == "Hello, \(name.value).")
    #expect(typed.value == text.value)
    let next = %secret
    name.value = next
    #expect(text.value == "Hello, \(next).")
    #expect(typed.value == text.value)
    // Nor one that only the values together make up.
    let head = OpenBehavior(String(next.prefix(9)))
    let tail = OpenBehavior(String(next.dropFirst(9)))
    #expect("\(%head)\(%tail)".format.value == next)
  }

  @Test("a text may be put in capitals, cut and joined before it is formatted")
  func changedText() {
    let name = OpenBehavior("Ada")
    let text = "Hello, \(%name)!".uppercased()
    #expect(text.format.value == "HELLO, Ada!")
    #expect(text.dropFirst(7).format.value == "Ada!")
    #expect([%name, %name, "me"].joined(separator: ", ").format.value == "Ada, Ada, me")
  }

  @Test(
    "texts in any script, joined as they are", arguments: ["", "é", "e\u{301}", "👩‍👩‍👧‍👦", "日本語", "\u{301}", "\u{0}", "🇩🇪"])
  func unicode(text: String) {
    let name = OpenBehavior(text)
    #expect("\(text)\(%name)\(text)".format.value == text + text + text)
    let token = %name
    #expect("\(text)<\(token)\u{301}>\(text)".format.value == text + "<" + text + "\u{301}>" + text)
    name.value = "x"
    #expect("\(text)\(token)".format.value == text + "x")
  }

  @Test("without `%` the text has the value that the behavior had")
  func withoutToken() {
    let name = OpenBehavior("Ada")
    let text = "Hello, \(name).".format
    name.value = "Bob"
    #expect(text.value == "Hello, Ada.")
  }
}
