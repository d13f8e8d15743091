import ReactiveCore

let number = OpenBehavior(CommandLine.argc)
print("hello", number.value)
