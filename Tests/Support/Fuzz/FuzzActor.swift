/// The isolation of a fuzzer some of whose nodes need one.
package actor FuzzActor {
  package static func run<Result: Sendable>(_ body: @Sendable (isolated FuzzActor) -> Result) async -> Result {
    await FuzzActor().perform(body)
  }

  private func perform<Result>(_ body: @Sendable (isolated FuzzActor) -> Result) -> Result { body(self) }
}
