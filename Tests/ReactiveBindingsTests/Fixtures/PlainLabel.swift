final class PlainLabel {
  var text = ""
  var title: String?
  var isHidden = false
  var number = 0
  var maybe: Int?
}
