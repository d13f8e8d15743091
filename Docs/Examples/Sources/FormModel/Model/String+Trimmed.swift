extension String {
  var trimmed: String {
    let head = drop { $0.isWhitespace }
    return head.lastIndex { !$0.isWhitespace }.map { String(head[...$0]) } ?? ""
  }
}
