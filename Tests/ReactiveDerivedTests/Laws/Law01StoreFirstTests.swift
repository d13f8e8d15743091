import ReactiveDerived
import Testing

@Suite("Law 1 of properties: store first, then notify")
struct StoreFirstTests {
  @Test("store first, then notify: an observer reads the new value everywhere")
  func storeFirst() {
    let source = StoredProperty(0)
    let all = followers(of: source)
    var sightings = 0
    for follower in all {
      follower.sink { value in
        sightings += 1
        for other in all { #expect(other.value == value) }
      }
    }
    source.value = 1
    source.value = 2
    #expect(sightings == 2 * all.count)
  }
}
