// Writes places.txt, the places that come with the example: `swift make-places.swift > places.txt`. There are none of
// these names on any map but by accident: they are made of parts, always the same ones.

/// SplitMix64: the generator of the standard library gives other places each time.
struct Generator: RandomNumberGenerator {
  var state: UInt64 = 2026

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

let sizes = ["", "", "", "", "Great ", "Little ", "Upper ", "Nether ", "Old ", "North ", "South "]
let stems = [
  "Alder", "Ash", "Badger", "Beech", "Birch", "Bracken", "Bramble", "Crow", "Dove", "Elder", "Fern", "Finch", "Fox",
  "Gorse", "Hare", "Hawk", "Hazel", "Heron", "Holly", "Juniper", "Kestrel", "Lark", "Linnet", "Maple", "Martin",
  "Moss", "Oak", "Otter", "Owl", "Plover", "Rook", "Rowan", "Sedge", "Sorrel", "Starling", "Swallow", "Swan",
  "Swift", "Teal", "Thistle", "Thorn", "Thrush", "Willow", "Wren", "Yarrow", "Yew",
]
let endings = [
  "beck", "bourne", "bridge", "bury", "combe", "cote", "dale", "field", "ford", "gate", "ham", "hurst", "ley",
  "mere", "mouth", "stead", "stow", "thorpe", "ton", "wick", "worth",
]
let counties = [
  "Amber", "Barley", "Clover", "Dun", "Eider", "Flax", "Grey", "Heather", "Iron", "Kelp", "Lyme", "Marl", "Nettle",
  "Osier", "Peat", "Quarry", "Rush", "Salt", "Tarn", "Umber", "Vetch", "Wold",
]

var generator = Generator()
var places: Set<String> = []
while places.count < 100_000 {
  let parts = [sizes, stems, endings].map { $0.randomElement(using: &generator)! }
  places.insert(parts.joined() + ", \(counties.randomElement(using: &generator)!)shire")
}
for place in places.sorted() { print(place) }
