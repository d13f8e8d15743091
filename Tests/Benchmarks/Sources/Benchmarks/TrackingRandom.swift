/// The pseudo-random numbers of the suite "dynamic": sfc32, seeded by the hash of the word "seed".
struct WorkloadRandom {
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32
  private var d: UInt32

  init() {
    var hash: UInt32 = 2_166_136_261
    for byte in "seed".utf8 {
      let mixed = rotated(UInt32(byte) &* 3_432_918_353, by: 15)
      hash = rotated(hash ^ (mixed &* 461_845_907), by: 13) &* 5 &+ 3_864_292_196
    }
    hash ^= 4
    func next() -> UInt32 {
      hash = (hash ^ hash >> 16) &* 2_246_822_507
      hash = (hash ^ hash >> 13) &* 3_266_489_909
      hash ^= hash >> 16
      return hash
    }
    a = next()
    b = next()
    c = next()
    d = next()
  }

  mutating func nextWord() -> UInt32 {
    var word = a &+ b
    a = b ^ b >> 9
    b = c &+ (c << 3)
    c = rotated(c, by: 21)
    d &+= 1
    word &+= d
    c &+= word
    return word
  }

  /// From 0 to 1, exclusive.
  mutating func next() -> Double {
    Double(nextWord()) / 4_294_967_296
  }

  /// Stops the program unless the numbers equal the original's.
  static func checkNumbers() {
    var random = WorkloadRandom()
    let seed: [UInt32] = [246_123_560, 2_434_935_956, 752_727_108, 913_990_249]
    check([random.a, random.b, random.c, random.d], seed, in: "random numbers, seed")
    let first: [UInt32] = [
      3_595_049_766, 1_538_291_281, 523_797_495, 2_091_590_326, 1_224_444_238, 2_865_563_924, 2_468_257_480,
      3_646_388_805,
    ]
    var sum: UInt32 = 0
    for count in 1...10_000 {
      let word = random.nextWord()
      sum = sum &* 31 &+ word
      if count <= first.count { check(word, first[count - 1], in: "random numbers, the first eight") }
      if count == 1000 { check(word, 3_363_140_577, in: "random numbers, the 1000th") }
    }
    check(sum, 1_684_240_276, in: "random numbers, 10,000")
    random = WorkloadRandom()
    check(random.next(), 0.8370377509854734, in: "random numbers, as double")
  }
}

private func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 {
  word << bits | word >> (32 - bits)
}
