/// How much there is room for.
public struct ScreenSize: Hashable, Codable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// What a terminal has if it does not say.
  public static let usual = ScreenSize(columns: 80, rows: 24)
}
