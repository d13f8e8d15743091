import Testing

@testable import monitor

@Suite struct NumbersTests {
  @Test(
    arguments: [
      (nil, "    – %"), (0, "  0.0 %"), (0.1234, " 12.3 %"), (1, "100.0 %"), (9.999, "999.9 %"), (9.9996, " 1000 %"),
      (128, "12800 %"),
    ] as [(Double?, String)])
  func percentagesAreSevenColumnsWide(share: Double?, expected: String) {
    #expect(percentText(share) == expected)
    #expect(expected.count == 7)
  }

  @Test(
    arguments: [
      (nil, "   –    "), (0, "   0 B  "), (999, " 999 B  "), (1000, " 1.0 KiB"), (102_349, " 100 KiB"),
      (1_048_576, " 1.0 MiB"), (23.54 * 1_073_741_824, "23.5 GiB"), (1e18, " 888 PiB"),
    ] as [(Double?, String)])
  func sizesAreEightColumnsWide(bytes: Double?, expected: String) {
    #expect(sizeText(bytes) == expected)
    #expect(expected.count == 8)
  }

  @Test(
    arguments: [
      (nil, "   –/s    "), (0, "   0 B/s  "), (12_595, "12.3 KiB/s"), (1e9, " 954 MiB/s"),
    ] as [(Double?, String)])
  func speedsAreTenColumnsWide(bytes: Double?, expected: String) {
    #expect(speedText(bytes) == expected)
    #expect(expected.count == 10)
  }

  @Test func durationsAndClocksAreReadable() {
    #expect(durationText(59) == "0 min")
    #expect(durationText(3600 + 12 * 60) == "1 h 12 min")
    #expect(durationText(90_000) == "1 d 1 h")
    #expect(durationText(1e300) == durationText(1e12))
    #expect(clockText(7 * 3600 + 4 * 60 + 9) == "07:04:09")
  }

  @Test func largeNumbersAreGrouped() {
    #expect(
      [0, 999, 1000, 12_345, 123_456, 1_234_567].map(groupedText) == [
        "0", "999", "1,000", "12,345", "123,456", "1,234,567",
      ])
  }
}
