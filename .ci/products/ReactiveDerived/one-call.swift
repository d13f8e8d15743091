import ReactiveDerived

let number = StoredProperty(CommandLine.argc)
print("hello", number.value)
