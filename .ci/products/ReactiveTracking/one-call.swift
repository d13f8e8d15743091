import ReactiveTracking

let number = AtomObject(CommandLine.argc)
print("hello", number.value)
