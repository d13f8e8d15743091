import Foundation

/// Whether the end of the stack is found. The address sanitizer keeps local variables elsewhere.
package let hasPlainStack = unsafe dlsym(nil, "__asan_init") == nil
