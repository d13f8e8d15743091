// The settings of Package.swift apply, and warnings are errors.
internal import Foundation
internal import SwiftUI

protocol Shape {}
func existentialAny(_ shape: Shape) {}  // expect-error: must be written 'any Shape'

public func internalImportsByDefault(_ object: NSObject) {}  // expect-error: cannot be declared public

@MainActor func memberImportVisibility<Model>(_ object: ObservedObject<Model>) {
  _ = object.wrappedValue.objectWillChange  // expect-error: not available due to missing import
}

func strictMemorySafety(_ pointer: UnsafeMutablePointer<Int>) -> Int {
  pointer.pointee  // expect-error: uses unsafe constructs
}

func aWarning() {
  let unused = 1  // expect-error: was never used
}
