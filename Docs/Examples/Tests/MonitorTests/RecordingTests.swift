import Testing

@testable import monitor

@Suite struct RecordingTests {
  @Test func whatIsRecordedIsReplayed() throws {
    let cat = ProcessReading(name: "a cat (1)", ticks: 3, resident: 2048)
    let dog = ProcessReading(name: "dog", ticks: 4, resident: 1024)
    var samples = [
      Sample.made(time: 1.25, busy: 5, idle: 6, network: 7, disk: 8, available: 0, processes: [3: cat, 9: dog]),
      Sample.made(time: 2.5, busy: 6, idle: 6, network: 7, disk: 9, available: 0, processes: [3: cat]),
      Sample.made(time: 3.75, processes: [3: cat, 4: dog]),
    ]
    for index in samples.indices { samples[index].memory = nil }  // recorded in KiB, so checked below
    samples[2].disk = nil
    samples[2].uptime = nil

    #expect(try Recording(parsing: text(of: samples)).samples == samples[...])
  }

  @Test func theShippedRecordingSurvivesBeingRecordedAgain() throws {
    let recording = try shippedRecording()
    #expect(recording.samples.count == 60)
    #expect(try Recording(parsing: text(of: Array(recording.samples))) == recording)
  }

  @Test func processesThatDoNotChangeAreRecordedOnce() {
    let cat = ProcessReading(name: "cat", ticks: 3, resident: 2048)
    let first = Sample.made(time: 1, processes: [3: cat])
    let second = Sample.made(time: 2, processes: [3: cat])
    #expect(Recording.lines(for: first, after: nil).contains("process 3 3 2 cat"))
    #expect(!Recording.lines(for: second, after: first).contains("process"))
  }

  @Test(arguments: [
    ("", 1, "expected \"monitor recording 1\""),
    ("\n\nPNG", 3, "expected \"monitor recording 1\""),
    ("monitor recording 1\n", 1, "no sample follows"),
    ("monitor recording 1\ncpu 1 2", 2, "expected \"sample\", found \"cpu\""),
    ("monitor recording 1\n# comment\n\nsample x", 4, "expected a time in seconds, found \"x\""),
    ("monitor recording 1\nsample inf 00:00:00", 2, "expected a time in seconds, found \"inf\""),
    ("monitor recording 1\nsample 1", 2, "a time of day is missing"),
    ("monitor recording 1\nsample 1 25:00:00", 2, "expected a time of day, found \"25:00:00\""),
    ("monitor recording 1\nsample 2 00:00:00\nsample 2 00:00:01", 3, "the time 2.0 is not after 2.0"),
    ("monitor recording 1\nsample 1 00:00:00\ncore 1 2", 3, "\"core\" before \"cpu\""),
    ("monitor recording 1\nsample 1 00:00:00\ncpu 1", 3, "ticks is missing"),
    ("monitor recording 1\nsample 1 00:00:00\nmemory 1 2 3", 3, "a size in KiB is missing"),
    (
      "monitor recording 1\nsample 1 00:00:00\nmemory 18446744073709551615 2 3 4 5 6", 3,
      "expected a size in KiB, found \"18446744073709551615\""
    ),
    ("monitor recording 1\nsample 1 00:00:00\nprocess -1 1 1 x", 3, "expected a process identifier, found \"-1\""),
    (
      "monitor recording 1\nsample 1 00:00:00\ngone 18446744073709551615", 3,
      "18446744073709551615 is no process identifier"
    ),
    ("monitor recording 1\nsample 1 00:00:00\nfan 3", 3, "unknown reading \"fan\""),
  ])
  func malformedRecordingsSayWhere(text: String, line: Int, reason: String) {
    #expect(throws: MalformedText(line: line, reason: reason)) { try Recording(parsing: text) }
  }

  @Test func windowsLineEndsAreLineEnds() throws {
    #expect(try Recording(parsing: "monitor recording 1\r\nsample 1 00:00:00\r\ncpu 1 2\r\n").samples.count == 1)
  }

  private func text(of samples: [Sample]) -> String {
    var text = Recording.heading + "\n"
    var previous: Sample?
    for sample in samples {
      text += Recording.lines(for: sample, after: previous)
      previous = sample
    }
    return text
  }
}
