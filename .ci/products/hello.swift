let number = CommandLine.argc
print("hello", number)
