import OpenCombine

let number = CurrentValueSubject<Int32, Never>(CommandLine.argc)
print("hello", number.value)
