internal import Combine

struct Nothing: Publisher {  // expect-error: does not conform to protocol 'Publisher'
  typealias Output = Int
  typealias Failure = Never
}

struct Loose: ObservableObject {}  // expect-error: non-class type 'Loose' cannot conform to class protocol

func use(_ failing: PassthroughSubject<Int, any Error>, _ text: AnyPublisher<String, Never>) {
  _ = failing.sink { _ in }  // expect-error: requires the types 'any Error' and 'Never' be equivalent
  let _: AnyPublisher<Int, Never> = text  // expect-error: cannot assign value of type
  text.sink { _ in }  // expect-error: is unused
}
