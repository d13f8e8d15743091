struct Opaque {
  var number: Int
  init(_ number: Int) { self.number = number }
}
