// Found only after type checking.
public import Foundation

public final class Model: NSObject {
  @objc public dynamic var name: String
  public init(number: Int) {
    super.init()  // expect-error: property 'self.name' not initialized at super.init call
  }
}
