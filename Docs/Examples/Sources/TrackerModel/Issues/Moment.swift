/// A moment, to the second.
///
///     Moment("2026-03-01T14:05:09Z")?.timeOfDay  // 14:05:09
///
/// Written as in ISO 8601, in universal time.
public struct Moment: Hashable, Sendable {
  /// Seconds since the beginning of 1970.
  public var seconds: Int

  public init(seconds: Int) { self.seconds = seconds }
}

extension Moment: CustomStringConvertible, LosslessStringConvertible {
  public init?(_ description: String) {
    let fields = description.split(omittingEmptySubsequences: false) { "-T:".contains($0) }
    guard description.utf8.count == 20, description.last == "Z", fields.count == 6, fields[0].count == 4 else {
      return nil
    }
    let numbers = fields.enumerated().compactMap { index, field in
      let digits = index == 5 ? field.dropLast() : field
      return digits.count == (index == 0 ? 4 : 2) && digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
    }
    guard numbers.count == 6, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), numbers[3] < 24,
      numbers[4] < 60, numbers[5] < 60
    else { return nil }
    let day = Self.day(year: numbers[0], month: numbers[1], day: numbers[2])
    seconds = ((day * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
    // This also detects a 30th of February.
    if self.description != description { return nil }
  }

  public var description: String {
    let (year, month, day) = date
    return "\(padded(year, to: 4))-\(padded(month))-\(padded(day))T\(timeOfDay)Z"
  }

  /// `14:05:09`
  public var timeOfDay: String {
    let second = seconds - dayNumber * 86_400
    return "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
  }

  /// `2026-03-01 14:05`
  public var short: String { "\(description.prefix(10)) \(timeOfDay.prefix(5))" }

  /// The time since this moment, in one unit: `5 min`, `3 d`.
  public func age(at now: Moment) -> String {
    switch now.seconds - seconds {
    case ..<60: "now"
    case let age where age < 3600: "\(age / 60) min"
    case let age where age < 86_400: "\(age / 3600) h"
    case let age where age < 365 * 86_400: "\(age / 86_400) d"
    case let age: "\(age / (365 * 86_400)) y"
    }
  }
}

// Days and dates, after Howard Hinnant's "chrono-compatible low-level date algorithms": years begin in March, so that
// the leap day is the last.

extension Moment {
  private var dayNumber: Int { (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400 }

  private static func day(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let century = (year >= 0 ? year : year - 399) / 400
    let yearOfCentury = year - century * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return century * 146_097 + yearOfCentury * 365 + yearOfCentury / 4 - yearOfCentury / 100 + dayOfYear - 719_468
  }

  private var date: (year: Int, month: Int, day: Int) {
    let day = dayNumber + 719_468
    let century = (day >= 0 ? day : day - 146_096) / 146_097
    let dayOfCentury = day - century * 146_097
    let yearOfCentury =
      (dayOfCentury - dayOfCentury / 1460 + dayOfCentury / 36_524 - dayOfCentury / 146_096) / 365
    let dayOfYear = dayOfCentury - (365 * yearOfCentury + yearOfCentury / 4 - yearOfCentury / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfCentury + century * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

private func padded(_ number: Int, to width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Moment: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self), let moment = Moment(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a time, such as \"2026-03-01T14:05:09Z\"")
    }
    self = moment
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
