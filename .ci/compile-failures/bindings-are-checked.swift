import ReactiveBindings
import ReactiveDerived

final class Label {
  var text = ""
  var optional: Int?
  let constant = ""
  private(set) var closed = ""
  func show(_ number: Int) {}
}

struct Refused: Error {}

func outside(_ label: Label, _ title: OpenBehavior<String>, _ count: OpenBehavior<Int>, _ maybe: OpenBehavior<Int?>) {
  title.assign(to: \.text, on: label)
  count.assign(to: \.optional, on: label)
  count.assign(to: \.text, on: label)  // expect-error: no exact matches
  title.assign(to: \.constant, on: label)  // expect-error: this property cannot be written from here
  title.assign(to: \.closed, on: label)  // expect-error: this property cannot be written from here
  title.assign(to: Label.show, on: label)  // expect-error: no exact matches
  maybe.assign(describeTo: \.text, on: label)  // expect-error: requires that 'Int?' conform
  bind(label) {
    \.text <- title
    \.optional <- count
    \.constant <- title  // expect-error: this property cannot be written from here
  }
  title.bindTwoWay(to: count)  // expect-error: cannot convert
  title.map(\.count).bindTwoWay(to: count)  // expect-error: only what can be written is bound two ways
  count.bindTwoWay(
    to: title,
    converting: Conversion(
      forward: { "\($0)" },
      back: { text throws(Refused) in throw Refused() }))  // expect-error: invalid conversion from throwing function
  let conversion = Conversion(forward: { String($0) }, back: { (_: String) throws(Refused) -> Int in throw Refused() })
  count.bindTwoWay(
    to: title, converting: conversion)  // expect-error: expected argument type 'Conversion<Int, String, Never>'
}
