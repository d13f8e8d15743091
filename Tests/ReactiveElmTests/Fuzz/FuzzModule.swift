import ReactiveElm

struct FuzzModule: Module {
  struct Model {
    let program: Int
    let script: FuzzScript
    var last = 0
    var shown = 0
    var sources: [Int]
  }
  struct Flags {
    let program: Int
    let script: FuzzScript
    let commands: [Int]
    let sources: [Int]
  }
  typealias Message = FuzzMessage
  /// Its last digit is the command, its first the delay in seconds.
  typealias Command = Int
  typealias View = Int
  typealias Source = Int

  static func start(with flags: Flags) -> (model: Model, commands: [Int]) {
    (Model(program: flags.program, script: flags.script, sources: flags.sources), flags.commands)
  }
  static func update(for message: FuzzMessage, model: inout Model) -> [Int] {
    model.script.add("\(model.program) updates \(message.number)")
    model.last = message.number
    if let shown = message.shown { model.shown = shown }
    if let sources = message.sources { model.sources = sources }
    return message.commands
  }
  static func view(for model: Model) -> Int {
    model.script.addView(of: model.program)
    return model.shown
  }
  static func subscriptions(for model: Model) -> [Int] { model.sources }
  static func policy(for command: Int) -> CommandPolicy {
    let policy: CommandPolicy =
      switch command % 10 {
      case FuzzScript.cancelling: .cancels(0)
      case FuzzScript.replacing: .identified(by: 0, cancelInFlight: true)
      case FuzzScript.identified: .identified(by: 0)
      default: .free
      }
    return policy.after(.seconds(command / 10))
  }
  static func message(for error: any Error, performing command: Int) -> FuzzMessage? { (error as? FuzzError)?.message }
  static func message(for error: any Error, listeningTo source: Int) -> FuzzMessage? { (error as? FuzzError)?.message }
}

extension Int {
  var isOdd: Bool { !isMultiple(of: 2) }
}
