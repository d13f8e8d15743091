import ReactiveCore

/// The numbers of running commands by id.
///
/// The `==`, `hash` and `deinit` of an id may dispatch messages, and so begin and end commands. None of them runs
/// during an access to a variable of this object.
final class CommandIndex {
  private let ids = KeySpace<AnyHashable>()
  /// By the id's place.
  private var numbers: [Set<Int>] = []

  /// The numbers of the commands with an id, in order of start.
  func numbers(of id: AnyHashable) -> [Int] {
    guard let place = ids.slot(of: id), place < numbers.count else { return [] }
    return numbers[place].sorted()
  }

  /// Adds a command, and returns the place of its id.
  func add(_ number: Int, of id: AnyHashable) -> Int {
    let place = ids.slot(linking: id).slot
    if place == numbers.count { numbers.append([]) }
    numbers[place].insert(number)
    return place
  }

  /// Removes a command from the places of its ids.
  func remove(_ number: Int, at places: [Int]) {
    var ended: [AnyHashable] = []
    for place in places {
      numbers[place].remove(number)
      if !numbers[place].isEmpty { continue }
      ids.forget(place)
      // Not retained until another id has the place.
      ended.append(ids.ids[place])
      ids.ids[place] = 0
    }
    withExtendedLifetime(ended) {}
  }
}
