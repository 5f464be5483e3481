/// How a half fits its column.
enum HalfFit {
  case whole, dropping, tooLong

  init(_ words: Span<UInt8>, limit: Int) {
    if TextWidth.columns(words) <= limit {
      self = .whole
    } else {
      self = TextWidth.columnsLeft(words) <= limit ? .dropping : .tooLong
    }
  }
}
