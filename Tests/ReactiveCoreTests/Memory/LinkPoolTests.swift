// Tests: LinkPool, ThreadStorage

import Foundation
import ReactiveCore
import ReactiveTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Law 13, and the storage of links.
@Suite("Graphs and threads")
struct LinkPoolTests {
  private final class Grid {
    let sources: [OpenBehavior<Int>]
    let sums: [ComputedBehavior<Int>]
    let total: ComputedBehavior<Int>

    init(_ size: Int) {
      let sources = (0..<size).map { OpenBehavior($0) }
      let sums = sources.indices.map { first in ComputedBehavior { sources[first...].reduce(0) { $0 + $1.value } } }
      self.sources = sources
      self.sums = sums
      total = ComputedBehavior { sums.reduce(0) { $0 + $1.value } }
    }

    func isRight() -> Bool {
      let values = sources.map { $0.peek() }
      let expected = values.indices.reduce(0) { $0 + values[$1...].reduce(0, +) }
      return total.value == expected
    }
  }

  @Test("threads with graphs of their own never meet")
  func ownGraphs() {
    let results = onThreads(4) { thread -> Bool in
      var random = SeededGenerator(seed: UInt64(thread))
      for _ in 0..<30 {
        let grid = Grid(12)
        for _ in 0..<20 {
          if random.once(in: 2) { grid.sources[random.below(12)].value = random.below(9) }
          if !grid.isRight() { return false }
        }
      }
      return true
    }
    #expect(results == [true, true, true, true])
  }

  @Test("fuzzers on several threads at once")
  func fuzzers() {
    let failures = onThreads(3) { thread in
      (0..<150).compactMap { FuzzGraph(seed: UInt64(thread * 1_000_000 + 500_000 + $0)).run() }
    }
    #expect(failures.flatMap { $0 } == [])
  }

  @Test("a graph made on one thread, used on a second and released on a third")
  func moved() {
    nonisolated(unsafe) var grid: Grid? = nil
    let isMade = onThread { () -> Bool in
      unsafe grid = Grid(30)
      return unsafe grid!.isRight()
    }
    let isUsed = onThread { () -> Bool in
      for source in unsafe grid!.sources { source.value += 1 }
      return unsafe grid!.isRight()
    }
    let isReleased = onThread { () -> Bool in
      unsafe grid!.sources[3].value = 100
      let isRight = unsafe grid!.isRight()
      unsafe grid = nil
      return isRight
    }
    #expect(isMade && isUsed && isReleased)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("links come back from whatever thread they were freed on, and a thread's end gives back what it kept")
  func linksComeBack() async {
    await #expect(processExitsWith: .success) {
      // A thread returns its spare links shortly after its body ends.
      func waitForLinks(_ count: Int) {
        for _ in 0..<10_000 {
          if Kernel.liveLinks == count { return }
          sched_yield()
        }
        preconditionFailure("\(Kernel.liveLinks) links are in use, not \(count)")
      }
      let before = Kernel.liveLinks
      for _ in 0..<3 {
        nonisolated(unsafe) var grids: [Grid] = []
        _ = onThread { () -> Bool in
          for _ in 0..<40 {
            let grid = Grid(40)
            precondition(grid.isRight())
            unsafe grids.append(grid)
          }
          return true
        }
        // In each grid, 40 sums have 820 links to sources, and the total has 40.
        waitForLinks(before + 40 * (820 + 40))
        _ = onThread { () -> Bool in
          for source in unsafe grids.last!.sources { source.value += 1 }
          unsafe grids.shuffle()
          unsafe grids = []
          return true
        }
        waitForLinks(before)
      }
    }
  }
  #endif

  #if canImport(Glibc)
  /// Returns freed memory to the system, which the allocator may otherwise keep for a while. A sanitizer's allocator
  /// keeps it in any case, and shadow memory stays resident.
  private static let trim: (@convention(c) (Int) -> CInt)? =
    unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    ? nil : dlsym(nil, "malloc_trim").map { unsafe unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self) }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("the memory of a burst of links is given back", .enabled(if: trim != nil))
  func pagesAreGivenBack() async {
    await #expect(processExitsWith: .success) {
      func residentBytes() -> Int {
        _ = LinkPoolTests.trim?(0)
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4_096
      }
      // A million links, 48 MB, between 2,000 nodes.
      func burst() {
        let sources = (0..<1_000).map { OpenBehavior($0) }
        var readers = (0..<1_000).map { _ in ComputedBehavior { sources.reduce(0) { $0 + $1.value } } }
        for reader in readers { _ = reader.value }
        readers.shuffle()
      }
      _ = Kernel.liveLinks
      let before = residentBytes()
      burst()
      precondition(Kernel.liveLinks == 0)
      let after = residentBytes()
      precondition(after < before + 12_000_000, "\(before) bytes, then \(after)")
    }
  }
  #endif
  #endif
}
