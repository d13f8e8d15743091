import ReactiveCore
import ReactiveElm

extension Module where Flags == Void {
  /// A program whose commands trigger `work`.
  static func makeProgram(performing work: Event<Void>) -> Program<Self> {
    makeProgram { [weak work] _ in
      work?.trigger()
      return nil
    }
  }
}
