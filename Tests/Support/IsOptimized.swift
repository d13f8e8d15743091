/// Whether the build is optimized.
///
/// Debug builds retain nodes where optimized builds do not, and Swift stops a program that retains an object while
/// another thread deallocates it.
package let isOptimized = {
  #if DEBUG
  false
  #else
  true
  #endif
}()
