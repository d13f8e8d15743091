/// The size of a screen.
public struct ScreenSize: Hashable, Codable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of a terminal that does not report one.
  public static let usual = ScreenSize(columns: 80, rows: 24)
}
