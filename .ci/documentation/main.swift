// The tool of `.ci/build-documentation`. Prints a line per fault; exit code 1 if there is any.
//
// Usage: documentation coverage FOLDER MODULE...   the public symbols without a comment, by the symbol graphs in FOLDER
//        documentation closures FOLDER MODULE...   the calls with a trailing closure that match over two overloads
//        documentation guides CATALOGUE FILE...    makes articles of Markdown files, each PATH or PATH=TITLE
//        documentation overloads SITE              shows the longest text of overloads
//        documentation check SITE                  checks the links and lists of a built site

import Foundation

var arguments = CommandLine.arguments.dropFirst()
let isFine: Bool
switch (arguments.popFirst(), arguments.popFirst()) {
case ("coverage", let folder?) where !arguments.isEmpty:
  isFine = try reportCoverage(of: Array(arguments), in: URL(fileURLWithPath: folder))
case ("closures", let folder?) where !arguments.isEmpty:
  isFine = try reportTrailingClosures(of: Array(arguments), in: URL(fileURLWithPath: folder))
case ("guides", let catalogue?) where !arguments.isEmpty:
  isFine = try writeArticles(of: arguments.map(Page.init(argument:)), to: URL(fileURLWithPath: catalogue))
case ("overloads", let site?) where arguments.isEmpty:
  try showFullestOverloads(in: URL(fileURLWithPath: site))
  isFine = true
case ("check", let site?) where arguments.isEmpty:
  isFine = try BuiltSite(at: URL(fileURLWithPath: site)).check()
default:
  print(
    "usage: documentation coverage FOLDER MODULE... | closures FOLDER MODULE... | guides CATALOGUE FILE... | overloads SITE | check SITE"
  )
  exit(2)
}
exit(isFine ? 0 : 1)
