internal import Dispatch

enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()
  static func mark() { DispatchQueue.main.setSpecific(key: key, value: true) }
  static var isHere: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
