import ReactiveDerived
import Testing

@Suite("Format templates")
struct FormatTemplateTests {
  @Test("a literal follows the behaviors in it, of any kind and type of value")
  func literal() {
    struct Point { var x = 1 }
    let name = OpenBehavior("Ada")
    let count = StoredProperty(3)
    let half = DerivedProperty(count) { Double($0) / 2 }
    let readOnly: Behavior<Int> = count
    let existential: any BehaviorProtocol = count
    let typed: any BehaviorProtocol<Int> = count
    let optional = OpenBehavior<Int?>(nil)
    let plain = OpenBehavior(Point())
    let part = OpenBehavior(Substring("part"))
    @Pub var pub = true
    let text: FormattedBehavior =
      "\(name): \(count), \(half), \(readOnly), \(existential), \(typed), \(optional), \(plain), \(part), \($pub)."
    #expect(text.value == "Ada: 3, 1.5, 3, 3, 3, nil, Point(x: 1), part, true.")
    batch {
      name.value = "Bob"
      count.value = 5
      optional.value = 1
      pub = false
    }
    #expect(text.value == "Bob: 5, 2.5, 5, 5, 5, Optional(1), Point(x: 1), part, false.")
  }

  @Test("plain values are fixed where the literal stands")
  func plain() {
    struct Point { var x = 1 }
    let name = OpenBehavior("Ada")
    var count = 1
    var word = "one"
    let text: FormattedBehavior = "\(name) \(name.value) \(count) \(word) \(word.first!) \(Point()) \(1.5)"
    count = 2
    word = "two"
    name.value = "Bob"
    #expect(text.value == "Bob Ada 1 one o Point(x: 1) 1.5")
    #expect(count == 2 && word == "two")
  }

  @Test("a behavior's text can be made by a function, which is followed")
  func with() {
    let price = OpenBehavior(3)
    let currency = OpenBehavior("€")
    var runs = 0
    func amount(_ price: Int) -> String {
      runs += 1
      return "\(price) \(currency.value)"
    }
    let text: FormattedBehavior = "It costs \(price, with: amount) (\(currency))."
    let short: FormattedBehavior = "\(price, with: { "\($0) €" })"
    #expect(short.value == "3 €")
    #expect(runs == 0)
    #expect(text.value == "It costs 3 € (€).")
    price.value = 4
    #expect(text.value == "It costs 4 € (€).")
    batch {
      price.value = 5
      currency.value = "$"
    }
    #expect(text.value == "It costs 5 $ ($).")
    #expect(runs == 3)
  }

  @Test("without interpolations, empty, and of behaviors alone")
  func shapes() {
    let name = OpenBehavior("Ada")
    let hello: FormattedBehavior = "Hello"
    let nothing: FormattedBehavior = ""
    let alone: FormattedBehavior = "\(name)"
    let twice: FormattedBehavior = "\(name)\(name)"
    #expect([hello.value, nothing.value, alone.value, twice.value] == ["Hello", "", "Ada", "AdaAda"])
    name.value = ""
    #expect([hello.value, nothing.value, alone.value, twice.value] == ["Hello", "", "", ""])
  }

  @Test("a text in a literal is itself, whatever it looks like")
  func texts() {
    let name = OpenBehavior("Ada")
    for plain in ["", "Hello", "<:-0-0-0-:>", "%name", "%@ %d", #"\(name)"#] {
      let text: FormattedBehavior = "\(plain)|\(plain.dropFirst())|\(name)|\(plain)"
      #expect(text.value == "\(plain)|\(plain.dropFirst())|Ada|\(plain)")
      #expect(FormattedBehavior(format: "\(plain)").value == plain)
    }
    let chosen = [true, false].map { isShort -> FormattedBehavior in
      "\(isShort ? "Hi" : "Hello"), \("“" + name.value + "”") \("you")."
    }
    name.value = "Bob"
    #expect(chosen.map(\.value) == ["Hi, “Ada” you.", "Hello, “Ada” you."])
  }

  @Test(
    "texts in any script, joined as they are", arguments: ["", "é", "e\u{301}", "👩‍👩‍👧‍👦", "日本語", "\u{301}", "\u{0}", "🇩🇪"])
  func unicode(text: String) {
    let name = OpenBehavior(text)
    let joined: FormattedBehavior = "\(text)\(name)\(text)"
    let accented: FormattedBehavior = "\(text)<\(name)\u{301}>\(text)"
    #expect(Array(joined.value.unicodeScalars) == Array((text + text + text).unicodeScalars))
    #expect(
      Array(accented.value.unicodeScalars) == Array((text + "<" + text + "\u{301}>" + text).unicodeScalars))
    name.value = "x"
    #expect(joined.value == text + "x" + text)
  }

  @Test("a value is never taken for a part of the text")
  func values() {
    let secret = OpenBehavior("secret")
    let name = OpenBehavior(#"\(secret)"#)
    let text: FormattedBehavior = "Hello, \(name)."
    #expect(text.value == #"Hello, \(secret)."#)
    name.value = "%secret"
    #expect(text.value == "Hello, %secret.")
    #expect(!secret.hasDependents)
  }

  @Test("a literal with a thousand behaviors follows each of them")
  func thousand() {
    let numbers = (0..<1_000).map { OpenBehavior($0) }
    var literal = FormatTemplate.StringInterpolation(literalCapacity: 0, interpolationCount: numbers.count)
    for number in numbers {
      literal.appendInterpolation(number)
      literal.appendLiteral(",")
    }
    let text = FormattedBehavior(stringInterpolation: literal)
    numbers[7].value = -7
    #expect(text.value == numbers.map { "\($0.value)," }.joined())
    numbers[999].value = 0
    #expect(text.value == numbers.map { "\($0.value)," }.joined())
  }

  @Test("a literal that is a `String` has the value that the behavior had")
  func withoutType() {
    let name = OpenBehavior("Ada")
    let plain = "Hello, \(name)."
    let text: FormattedBehavior = "\(plain)"
    name.value = "Bob"
    #expect(text.value == "Hello, Ada.")
  }

  @Test("a template can be kept, and used more than once")
  func kept() {
    let name = OpenBehavior("Ada")
    let template: FormatTemplate = "Hello, \(name)."
    let first = FormattedBehavior(format: template)
    let second = FormattedBehavior(format: template)
    first <> "Goodbye, \(name)."
    name.value = "Bob"
    #expect([first.value, second.value] == ["Goodbye, Bob.", "Hello, Bob."])
    first <> template
    #expect(first.value == "Hello, Bob.")
    let word = "Hi"
    #expect(FormattedBehavior(format: FormatTemplate("\(word), \(name)")).value == "Hi, Bob")
  }

  @Test("a behavior in a formatted text, and that in another")
  func nested() {
    let name = OpenBehavior("Ada")
    let greeting = OpenBehavior("Hello")
    let inner: FormattedBehavior = "\(greeting), \(name)"
    let outer = FormattedBehavior(format: "(\(inner))")
    let outermost: FormattedBehavior = "\(outer) \(inner) \(name)"
    var notified: [String] = []
    outermost.observe { notified.append($0) }
    batch {
      name.value = "Bob"
      greeting.value = "Bye"
    }
    inner <> "\(name)!"
    #expect(notified == ["(Hello, Ada) Hello, Ada Ada", "(Bye, Bob) Bye, Bob Bob", "(Bob!) Bob! Bob"])
  }

  @Test("what a description reads is followed")
  func description() {
    final class Person: CustomStringConvertible {
      let name = OpenBehavior("Ada")
      var description: String { "Dr. \(name.value)" }
    }
    let person = Person()
    let guest = OpenBehavior(person)
    let text: FormattedBehavior = "Hello, \(guest)."
    #expect(text.value == "Hello, Dr. Ada.")
    person.name.value = "Bob"
    #expect(text.value == "Hello, Dr. Bob.")
  }
}
