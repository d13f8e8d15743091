import ReactiveSwift

let number = MutableProperty(CommandLine.argc)
print("hello", number.value)
