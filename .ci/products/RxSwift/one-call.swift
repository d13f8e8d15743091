import RxSwift

let number = BehaviorSubject(value: CommandLine.argc)
print("hello", (try? number.value()) ?? 0)
